import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { freePorts } from "#stack/supervisor/processes.ts";
import { toWire, type WirePayload } from "#temporal-config/payloadCodec.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { workflowIds } from "#orders/messages.ts";
import { callerWith } from "../support/pipeline.ts";
import { chromePath, ffmpegPaths } from "../support/provisioned.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { type ComposeFile, imageSettings, readCompose, root } from "./composeFile.ts";

const namespace = "composed";
const run = promisify(execFile);

/**
 * Every process of ours that docker-compose.yml starts in its profile `full`, started by hand: with its commands, its settings, secrets by file and
 * health checks. Only addresses, ports, folders and the browser differ, and the sandbox if the test runs as root.
 */
describe("the processes of docker-compose.yml", function () {
  this.timeout(120_000);
  const running: ChildProcess[] = [];
  const folder = mkdtempSync(join(tmpdir(), "watchframe-composed-"));
  const site = createServer((_request, response) => response.end("<title>Composed</title><h1>Here it is</h1>"));
  let compose: ComposeFile;
  let addresses: [from: string, to: string][];
  let apiPorts: number[];
  let codecPort: number;

  before(async () => {
    const { info } = await servers();
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const address = site.address();
    const sitePort = typeof address === "object" && address !== null ? address.port : 0;
    const [first = 0, second = 0, codec = 0, mail = 0] = await freePorts(4);
    [apiPorts, codecPort] = [[first, second], codec];
    compose = readCompose({
      WATCHFRAME_PUBLIC_URL: `http://127.0.0.1:${first}`,
      WATCHFRAME_EGRESS_ALLOW: `127.0.0.1:${sitePort}`,
    });
    execFileSync(join(root, "deploy/compose/secrets.sh"), [join(folder, "secrets")]);
    replaceSecret("mongo_url", new URL(`/${namespace}`, info.mongoUrl).href);
    replaceSecret("s3_access_key_id", info.s3.accessKeyId);
    replaceSecret("s3_secret_access_key", info.s3.secretAccessKey);
    addresses = [
      ["/run/secrets", join(folder, "secrets")],
      ["temporal:7233", info.temporalAddress],
      ["http://s3:7070", info.s3.endpoint],
      ["http://mail:8025", `http://127.0.0.1:${mail}`],
      ["8025", String(mail)],
      ["/tmp/mails.jsonl", join(folder, "mails.jsonl")],
      ["8081", String(codecPort)],
      ["0.0.0.0", "127.0.0.1"],
    ];
    await ended(begin("temporal-setup"));
    await start("mail");
    await start("codec");
    for (const [index, port] of apiPorts.entries()) {
      const [metrics = 0] = await freePorts(1);
      await start(index === 0 ? "api" : "api-second", { "3000": String(port), "9464": String(metrics) });
    }
    for (const _replica of [1, 2]) await startWorker("worker-render");
    await startWorker("worker-orchestration");
  });

  after(async () => {
    for (const child of running) child.kill();
    await Promise.all(running.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
    site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const checks = new Map<ChildProcess, string[]>();

  function replaceSecret(name: string, value: string): void {
    const file = join(folder, "secrets", name);
    chmodSync(file, 0o600);
    writeFileSync(file, value);
  }

  /** Puts our places in, all at once: a port of ours may look like one of theirs. */
  function placed(text: string, more: Record<string, string> = {}): string {
    const ours = new Map([...addresses, ...Object.entries(more)]);
    const theirs = new RegExp([...ours.keys()].map((source) => source.replaceAll(".", "\\.")).join("|"), "g");
    return text.replaceAll(theirs, (found) => ours.get(found) ?? found);
  }

  function begin(name: string, more: Record<string, string> = {}, args: string[] = []): ChildProcess {
    const service = compose.services[name];
    const { WATCHFRAME_TEMPORAL_NAMESPACE: own, ...environment } = service?.environment ?? {};
    const settings = { ...imageSettings(service?.build?.target ?? "api"), ...environment };
    const env = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, placed(value, more)]));
    const command = [...(service?.entrypoint ?? []), ...(service?.command ?? commandOf(service?.build?.target))];
    const [program, ...rest] = command.slice(command.indexOf("--") + 1);
    expect(program).to.equal("node");
    const child = spawn(process.execPath, [...rest.map((arg) => placed(arg, more)), ...args], {
      cwd: root,
      env: {
        ...env,
        ...(own !== undefined && { WATCHFRAME_TEMPORAL_NAMESPACE: namespace }),
        WATCHFRAME_CHROME_SANDBOX: String(process.getuid?.() !== 0),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (service?.healthcheck)
      checks.set(
        child,
        service.healthcheck.test.map((arg) => placed(arg, more)),
      );
    return child;
  }

  /** Starts a service and waits until it is healthy: all at once would be too much for a small machine. */
  async function start(name: string, more: Record<string, string> = {}): Promise<void> {
    const child = begin(name, more);
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => (said += String(chunk)));
    running.push(child);
    await healthy(child).catch((cause: unknown) => {
      throw new Error(`${name} is not healthy; it said: ${said}`, { cause });
    });
  }

  async function startWorker(name: string): Promise<void> {
    const [port = 0, metrics = 0] = await freePorts(2);
    const scratch = join(folder, `scratch-${port}`);
    mkdirSync(scratch);
    const { WATCHFRAME_CHROME_PATH: chrome = "", WATCHFRAME_FFMPEG: ffmpeg = "" } = imageSettings("worker");
    const programs = { [chrome]: chromePath(), [ffmpeg]: ffmpegPaths().ffmpeg };
    await start(name, { "8082": String(port), "9464": String(metrics), "/scratch": scratch, ...programs });
  }

  async function ended(child: ChildProcess): Promise<string> {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => (text += String(chunk)));
    const [code] = await once(child, "close");
    expect(code, text).to.equal(0);
    return text;
  }

  /** Waits until a process's own health check says so. */
  async function healthy(child: ChildProcess): Promise<void> {
    const [, program, ...args] = checks.get(child) ?? [];
    expect(program).to.equal("node");
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
      return run(process.execPath, args, { timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    }, 60_000);
  }

  it("render a page that one API accepts and the other API shows, with payloads that only the codec server reads", async () => {
    const made = await ended(begin("cli", {}, ["accounts", "create", "--email", "you@example.com", "--plan", "pro"]));
    const accountId = /account (\S+) for/.exec(made)?.[1] ?? "";
    const key = (await ended(begin("cli", {}, ["keys", "create", "--account", accountId]))).trim().split("\n").at(-1);
    const [first, second] = apiPorts.map((port) =>
      callerWith(`http://127.0.0.1:${port}`, { accountId, key: key ?? "" }),
    );
    const address = site.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
    const id = (await first?.submit({ url, screenshot: true, extractMetadata: true })) ?? "";
    const job = await second?.ended(id);
    expect(job).to.include({ status: "completed" });
    expect(job?.result?.page.title).to.equal("Composed");
    const picture = await fetch(job?.result?.screenshot?.url ?? "");
    expect([picture.status, picture.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);

    const { client, close } = lazyClient({ address: (await servers()).info.temporalAddress, namespace });
    const { events } = await client.workflow.getHandle(workflowIds.renderJob(id)).fetchHistory();
    await close();
    const [input = {}] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    expect(Buffer.from(input.metadata?.["encoding"] ?? []).toString()).to.equal("binary/encrypted");
    expect(JSON.stringify(toWire(input))).to.not.include(Buffer.from(id).toString("base64").slice(0, 20));
    const decoded = await fetch(`http://127.0.0.1:${codecPort}/decode`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-namespace": namespace },
      body: JSON.stringify({ payloads: [toWire(input)] }),
    });
    const { payloads }: { payloads: WirePayload[] } = await decoded.json();
    expect(JSON.parse(Buffer.from(payloads[0]?.data ?? "", "base64").toString())).to.include({ jobId: id, accountId });
  });
});

/** The command of an image, where its service names none. */
function commandOf(target = "api"): string[] {
  return { api: ["node", "api/main.ts"], worker: ["node", "worker/main.ts"] }[target] ?? [];
}

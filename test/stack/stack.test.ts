import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { readJson } from "#stack/home.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { living, recordedPids } from "./support/supervisorProcess.ts";
import { until } from "./support/until.ts";

const main = path.join(import.meta.dirname, "..", "..", "stack", "main.ts");
const text = Type.String({ minLength: 1 });
const pid = Type.Integer({ minimum: 1 });

/** The whole of stack.json. Other programs rely on it. */
const StackJson = Type.Object(
  {
    apiUrl: text,
    apiKey: text,
    accountId: text,
    temporalUiUrl: text,
    temporalAddress: text,
    temporalCliPath: text,
    namespace: text,
    mongoUrl: text,
    s3: Type.Object(
      { endpoint: text, accessKeyId: text, secretAccessKey: text, bucket: text },
      { additionalProperties: false },
    ),
    mailUrl: text,
    docsUrl: text,
    processes: Type.Object(
      { api: pid, worker: pid, temporal: pid, mongo: pid, s3: pid, mail: pid },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

type StackInfo = Static<typeof StackJson>;

/** The commands that a person copies from what `npm start` prints. */
function printedCommands(output: string): { render: string; workflows: string } {
  const [, render = ""] = /(^ {2}STATUS_URL=.*?\?wait=60.*?$)/ms.exec(output) ?? [];
  const [, workflows = ""] = /^ {2}(.* workflow list .*)$/m.exec(output) ?? [];
  return { render, workflows };
}

async function shell(commands: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", commands])).stdout;
}

interface Run {
  pid: number;
  output(): string;
  ended: Promise<number | null>;
  stop(): void;
}

function npmStart(home: string, port: number, settings: Record<string, string> = {}): Run {
  const env = { ...minimalEnvironment(), WATCHFRAME_HOME: home, WATCHFRAME_PORT: String(port), ...settings };
  const child = spawn(process.execPath, [main], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: new Promise((resolve) => child.once("close", resolve)),
    stop: () => void child.kill("SIGTERM"),
  };
}

describe("npm start, from its first line to its end", function () {
  this.timeout(90_000);
  let home: string;
  let port: number;
  let run: Run;
  let info: StackInfo;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-start-"));
    [port = 0] = await freePorts(1);
    run = npmStart(home, port);
    await until("the stack is ready", () => run.output().includes("Watchframe is ready"));
    info = Value.Parse(StackJson, readJson(path.join(home, "stack.json")));
  });

  after(async () => {
    run.stop();
    await run.ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("writes stack.json when all is ready", async () => {
    expect((await stat(path.join(home, "stack.json"))).mode & 0o777).to.equal(0o600);
    expect(info.apiUrl).to.equal(`http://127.0.0.1:${port}`);
    const headers = { Authorization: `Bearer ${info.apiKey}` };
    expect((await fetch(`${info.apiUrl}/status/${info.accountId}`, { headers })).status).to.equal(404);
    expect((await fetch(info.docsUrl)).status).to.equal(200);
    expect((await fetch(info.temporalUiUrl)).status).to.equal(200);
    expect(info.temporalUiUrl).to.match(new RegExp(`/namespaces/${info.namespace}/workflows$`));
  });

  it("names first a link that logs in once", async () => {
    const link = /Watchframe is ready\.\n\n {2}Console {6}(\S+)\n/.exec(run.output())?.[1] ?? "";
    const loginToken = new URL(link).hash.replace("#token=", "");
    expect(link).to.equal(`${info.apiUrl}/console/login#token=${loginToken}`);
    expect(await (await fetch(link)).text()).to.include('<div id="root">');
    const body = JSON.stringify({ loginToken });
    const logIn = () =>
      fetch(`${info.apiUrl}/sessions`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    const replies = [await logIn(), await logIn()];
    expect(replies.map(({ status }) => status)).to.deep.equal([201, 401]);
    const cookie = replies[0]?.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const session = await fetch(`${info.apiUrl}/sessions/current`, { headers: { Cookie: cookie } });
    expect(await session.json()).to.deep.nested.include({
      "account.id": info.accountId,
      temporalUiUrl: info.temporalUiUrl,
    });
  });

  it("prints commands that run as they are", async () => {
    const { render, workflows } = printedCommands(run.output());
    // The page may be out of reach; the job then ends as failed.
    expect(JSON.parse(await shell(render))).to.nested.include({ success: true, "job.stage": "done" });
    expect(await shell(workflows)).to.include("reconciler:singleton");
  });

  it("refuses a second stack in its folder", async () => {
    const second = npmStart(home, port);
    expect(await second.ended).to.equal(1);
    expect(second.output()).to.include(`its API is at ${info.apiUrl}`);
  });

  it("starts killed parts again, and keeps stack.json true", async () => {
    for (const part of ["api", "worker"] as const) process.kill(info.processes[part], "SIGKILL");
    const after = await until("both run again and stack.json says so", () => {
      const now = readJson(path.join(home, "stack.json"));
      const bothReady = ["api", "worker"].every((part) => run.output().includes(`${part} is ready again`));
      return bothReady && Value.Check(StackJson, now) ? now : undefined;
    });
    expect(after.processes.api).to.not.equal(info.processes.api);
    expect(after.processes.worker).to.not.equal(info.processes.worker);
    expect(after.processes.mongo).to.equal(info.processes.mongo);
    info = after;
  });

  it("ends with nothing left", async () => {
    const all = { ...recordedPids(home), ...info.processes };
    run.stop();
    expect(await run.ended).to.equal(0);
    expect(living(info.processes)).to.deep.equal([]);
    await until("the guard has gone", () => living(all).length === 0);
    expect(readJson(path.join(home, "stack.json"))).to.equal(undefined);
  });
});

describe("npm start that cannot start", function () {
  this.timeout(90_000);
  let home: string;
  let port: number;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-start-"));
    [port = 0] = await freePorts(1);
  });

  afterEach(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("names the variable when the API's port is taken", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(port, "127.0.0.1", resolve));
    try {
      const run = npmStart(home, port);
      expect(await run.ended).to.equal(1);
      expect(run.output()).to.include(`port ${port} is taken: set WATCHFRAME_PORT`);
    } finally {
      holder.close();
    }
  });

  it("names a wrong setting before anything is started", async () => {
    const run = npmStart(home, port, {
      WATCHFRAME_HOST_CONCURRENCY: "many",
      WATCHFRAME_PLANS: '{"free":{"credit":1}}',
    });
    expect(await run.ended).to.equal(1);
    expect(run.output()).to.match(/^Wrong settings:\n {2}WATCHFRAME_HOST_CONCURRENCY must be .*\n$/);
    const plans = npmStart(home, port, { WATCHFRAME_PLANS: '{"free":{"credit":1}}' });
    expect(await plans.ended).to.equal(1);
    expect(plans.output()).to.equal(
      "Wrong WATCHFRAME_PLANS:\n  free.credit is not a known field; did you mean credits?\n",
    );
  });
});

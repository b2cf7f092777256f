import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { type Foreground, watchForStop } from "./foreground.ts";
import { homeOf } from "./home.ts";
import type { Environment } from "./provision/context.ts";
import { serveSampleSite } from "./site.ts";
import { type StackHandle, startStack } from "./startStack.ts";
import { HomeInUse } from "./supervisor/supervisor.ts";

const Submitted = Type.Object({ id: Type.String(), status: Type.String(), statusUrl: Type.String() });
const Output = Type.Object({ url: Type.String(), bytes: Type.Integer() });
const Picture = Type.Object({
  ...Output.properties,
  width: Type.Integer(),
  height: Type.Integer(),
  format: Type.String(),
});

/** The fields of a job that the demo reads. The others are written out unchanged. */
const DemoJob = Type.Object({
  status: Type.String(),
  stage: Type.String(),
  progress: Type.Number(),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  result: Type.Optional(
    Type.Object({
      page: Type.Object({ title: Type.String(), statusCode: Type.Integer(), finalUrl: Type.String() }),
      timings: Type.Record(Type.String(), Type.Number()),
      screenshot: Type.Optional(Picture),
      markdown: Type.Optional(Output),
      links: Type.Optional(Output),
      colors: Type.Optional(Output),
      metadata: Type.Optional(Output),
    }),
  ),
});

/** A job, as the demo reads it. */
type DemoJob = Static<typeof DemoJob>;
const StatusReply = Type.Object({ job: DemoJob });

const terminalStatuses = new Set(["completed", "failed", "cancelled"]);
const pollMs = 150;
/** Milliseconds of frequent polls, which show the stages. Later polls wait for the end. */
const frequentPollMs = 4_000;

/** A client that uses only the public API. */
type DemoClient = {
  submit(body: Record<string, unknown>): Promise<Static<typeof Submitted>>;
  /** Polls until the job ends. Calls `onChange` when its stage or progress changes. */
  follow(statusUrl: string, onChange: (job: DemoJob) => void, signal: AbortSignal): Promise<DemoJob>;
  /** The bytes of an output. The address needs no key. */
  bytes(url: string): Promise<Buffer>;
};

/** A client of the API at `apiUrl`. */
function demoClient(apiUrl: string, apiKey: string): DemoClient {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  return {
    async submit(body) {
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return parse(Submitted, await fetch(new URL("/render", apiUrl), init));
    },
    async follow(statusUrl, onChange, signal) {
      const begun = Date.now();
      for (let seen = ""; ;) {
        const wait = Date.now() - begun > frequentPollMs ? "?wait=5" : "";
        const { job } = await parse(StatusReply, await fetch(`${statusUrl}${wait}`, { headers, signal }));
        const now = `${job.status} ${job.stage} ${job.progress}`;
        if (now !== seen) onChange(job);
        seen = now;
        if (terminalStatuses.has(job.status)) return job;
        await pause(pollMs, undefined, { signal });
      }
    },
    async bytes(url) {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

async function parse<Schema extends typeof Submitted | typeof StatusReply>(
  schema: Schema,
  response: Response,
): Promise<Static<Schema>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  const value: unknown = JSON.parse(text);
  if (!Value.Check(schema, value)) throw new Error(`${response.url} answered something else: ${text}`);
  return value;
}

const outputDir = path.join(import.meta.dirname, "..", "demo-output");
const begun = Date.now();

const foreground = watchForStop(process.env);
try {
  await demo(process.argv[2], process.env, foreground);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function demo(wanted: string | undefined, env: Environment, { signal, onForceStop }: Foreground): Promise<void> {
  if (wanted !== undefined && !/^https?:\/\//.test(wanted))
    throw new Error("usage: npm run demo [-- http(s)://address]");
  const site = wanted === undefined ? await serveSampleSite() : undefined;
  const url = wanted ?? site?.url ?? "";
  try {
    say(`demo of ${url}${site ? " (the bundled sample site; npm run demo -- URL renders another page)" : ""}`);
    const allowed = [env["WATCHFRAME_EGRESS_ALLOW"], site?.address].filter((pair) => pair).join(",");
    await withStack(
      { ...env, WATCHFRAME_EGRESS_ALLOW: allowed, WATCHFRAME_PUBLIC_URL: undefined },
      signal,
      async (stack) => {
        onForceStop(() => stack.kill());
        const { info } = stack;
        say(`the stack is up: API ${info.apiUrl}, its docs ${info.docsUrl}, Temporal ${info.temporalUiUrl}`);
        await render(url, demoClient(info.apiUrl, info.apiKey), signal);
        say("stopping the stack …");
      },
    );
    say(`done, in ${seconds(Date.now() - begun)}; npm start keeps a stack running`);
  } finally {
    await site?.close();
  }
}

/** Runs a stack in the demo's own home, beside `npm start`. A second demo at the same time gets a temporary home. */
async function withStack(
  env: Environment,
  signal: AbortSignal,
  use: (stack: StackHandle) => Promise<void>,
): Promise<void> {
  const options = { onLine: say, env, signal, apiPort: 0 };
  let temporary: string | undefined;
  let stack: StackHandle;
  try {
    stack = await startStack({ ...options, home: path.join(homeOf(env), "demo") });
  } catch (error) {
    if (!(error instanceof HomeInUse)) throw error;
    temporary = await mkdtemp(path.join(tmpdir(), "watchframe-demo-"));
    stack = await startStack({ ...options, home: temporary });
  }
  try {
    await use(stack);
  } finally {
    await stack.stop();
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}

async function render(url: string, client: DemoClient, signal: AbortSignal): Promise<void> {
  const extracts = { extractMarkdown: true, extractLinks: true, extractColors: true, extractMetadata: true };
  const body = { url, screenshot: true, fullPage: true, ...extracts };
  const submitted = await client.submit(body);
  say(`POST /render accepted the job ${submitted.id}`);
  const job = await client.follow(
    submitted.statusUrl,
    ({ status, stage, progress }) => say(`GET /status: ${status}, ${stage}, ${progress} %`),
    signal,
  );
  if (job.status !== "completed" || !job.result) {
    throw new Error(
      `the job ended as ${job.status}: ${job.error?.code ?? "no code"}, ${job.error?.message ?? "no message"}`,
    );
  }
  await keep(job, client);
  const { page, timings } = job.result;
  say(`rendered "${page.title}" (HTTP ${page.statusCode}, ${page.finalUrl})`);
  const stages = Object.entries(timings).map(([stage, ms]) => `${stage} ${seconds(ms)}`);
  say(`stages: ${stages.join(", ")}`);
}

async function keep(job: DemoJob, client: DemoClient): Promise<void> {
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir, { recursive: true });
  const { screenshot, markdown, links, colors, metadata } = job.result ?? {};
  const outputs = [
    { name: `screenshot.${screenshot?.format ?? "jpg"}`, output: screenshot },
    { name: "page.md", output: markdown },
    { name: "links.json", output: links },
    { name: "colors.json", output: colors },
    { name: "metadata.json", output: metadata },
  ];
  const kept = outputs.map(async ({ name, output }) => {
    if (!output) return undefined;
    await writeFile(path.join(outputDir, name), await client.bytes(output.url));
    return `${name} (${Math.ceil(output.bytes / 1024)} kB)`;
  });
  await writeFile(path.join(outputDir, "job.json"), `${JSON.stringify(job, undefined, 2)}\n`);
  const names = (await Promise.all(kept)).filter((name) => name !== undefined);
  const size = screenshot ? `, the picture has ${screenshot.width} × ${screenshot.height} pixels` : "";
  say(`wrote demo-output/: ${[...names, "job.json"].join(", ")}${size}`);
}

function say(line: string): void {
  console.log(`[${seconds(Date.now() - begun).padStart(6)}] ${line}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

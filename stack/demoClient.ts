import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";

const Submitted = Type.Object({ id: Type.String(), status: Type.String(), statusUrl: Type.String() });
const Output = Type.Object({ url: Type.String(), bytes: Type.Integer() });
const Picture = Type.Object({
  ...Output.properties,
  width: Type.Integer(),
  height: Type.Integer(),
  format: Type.String(),
});

/** As much of a job as the demo reads; everything else is kept as it came. */
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

/** A job as the demo reads it. */
export type DemoJob = Static<typeof DemoJob>;
const StatusReply = Type.Object({ job: DemoJob });

const ENDED = new Set(["completed", "failed", "cancelled"]);
const ASK_AGAIN_MS = 150;
/** The first moments are asked for often, to show the stages; then each question waits for the end. */
const ASK_OFTEN_MS = 4_000;

/** A client of the public API, as anybody could write it. */
export interface DemoClient {
  submit(body: Record<string, unknown>): Promise<Static<typeof Submitted>>;
  /** Asks until the job has ended; `onChange` is told whenever its stage or progress has changed. */
  follow(statusUrl: string, onChange: (job: DemoJob) => void, signal: AbortSignal): Promise<DemoJob>;
  /** The bytes of an output; its address needs no key. */
  bytes(url: string): Promise<Buffer>;
}

/** A client with a key to the API at `apiUrl`. */
export function demoClient(apiUrl: string, apiKey: string): DemoClient {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  return {
    async submit(body) {
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return parse(Submitted, await fetch(new URL("/render", apiUrl), init));
    },
    async follow(statusUrl, onChange, signal) {
      const begun = Date.now();
      for (let seen = ""; ;) {
        const wait = Date.now() - begun > ASK_OFTEN_MS ? "?wait=5" : "";
        const { job } = await parse(StatusReply, await fetch(`${statusUrl}${wait}`, { headers, signal }));
        const now = `${job.status} ${job.stage} ${job.progress}`;
        if (now !== seen) onChange(job);
        seen = now;
        if (ENDED.has(job.status)) return job;
        await pause(ASK_AGAIN_MS, undefined, { signal });
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

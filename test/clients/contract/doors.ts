import { ApiError, ComparisonFailedError, JobFailedError, Watchframe } from "#clients/typescript/src/index.ts";
import { callTool, connect } from "../../mcp/support/agent.ts";
import type { useCommandLine } from "../support/commandLine.ts";
import { startPythonDriver } from "../support/pythonClient.ts";
import type { ContractCall, Known } from "./calls.ts";

/** A way to call the API. A refusal is a value: `{error: {code, fields}}`. */
export type Door = {
  name: string;
  /** Whether values are facts of the agents' tools, in place of the API's replies. */
  givesFacts?: true;
  /** Undefined if this way has no such call. */
  call(call: ContractCall, known: Known): Promise<unknown>;
  close(): Promise<void>;
};

type Access = { apiUrl: string; key: string };

/** The TypeScript client. */
export function openTypeScript({ apiUrl, key }: Access): Door {
  const wf = new Watchframe({ baseUrl: apiUrl, apiKey: key });
  return {
    name: "the TypeScript client",
    call: ({ typescript }, known) => typescript(wf, known).catch(errorOf),
    close: async () => {},
  };
}

/** The error of a call, as the command line prints it. @throws what is no refusal and no failed job. */
function errorOf(error: unknown) {
  if (error instanceof ApiError) {
    const { code, fields } = error;
    return { error: { code, ...(fields.length > 0 && { fields }) } };
  }
  if (error instanceof JobFailedError) return { error: { code: error.job.error?.code, id: error.job.id } };
  if (error instanceof ComparisonFailedError) return { error: { code: error.diff.error?.code, id: error.diff.id } };
  throw error;
}

/** The command line, a process for each call. */
export function openCommandLine(cli: ReturnType<typeof useCommandLine>, { apiUrl, key }: Access): Door {
  const env = { WATCHFRAME_URL: apiUrl, WATCHFRAME_API_KEY: key };
  return {
    name: "the command line",
    async call({ words, input = "" }, known) {
      const { text, stderr } = await cli.run([...words(known), "--json"], { env, input });
      if (text === "") throw new Error(stderr);
      const { error, ...value } = toRecord(JSON.parse(text));
      if (error === undefined) return JSON.parse(text);
      const { message: _message, ...facts } = toRecord(error);
      return "status" in value ? JSON.parse(text) : { error: facts };
    },
    close: async () => {},
  };
}

/** The tools of agents by HTTP. */
export async function openAgent({ apiUrl, key }: Access): Promise<Door> {
  const agent = await connect({ apiUrl, key, era: "modern" });
  return {
    name: "an agent",
    givesFacts: true,
    async call({ tool }, known) {
      if (tool === undefined) return undefined;
      const [name, given] = tool(known);
      const { facts, untrusted } = await callTool(agent, `watchframe_${name}`, given);
      return { ...facts, said: saidIn(untrusted) };
    },
    close: () => agent.close(),
  };
}

/** The values that a page or sitemap may have chosen, which have a block of their own. */
function saidIn(untrusted: string): unknown {
  const line = untrusted.split("\n").find((text) => text.startsWith("{"));
  return line === undefined ? undefined : JSON.parse(line);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** The Python client, by a program that runs one operation after the other. */
export function openPython(python: string, access: Access): Door {
  const driver = startPythonDriver(python, access);
  return {
    name: "the Python client",
    async call({ python: toCall }, known) {
      const [operation, given = {}] = toCall(known);
      const { result, error } = await driver.call(operation, given);
      if (error === undefined) return result;
      const { kind: _kind, message: _message, ...facts } = error;
      return { error: facts };
    },
    close: async () => driver.stop(),
  };
}

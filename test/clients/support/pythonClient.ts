import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { minimalEnvironment } from "../../support/environment.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");
/** Folder of the tests of the Python client. */
export const pythonTests = path.join(checkout, "test/clients/python");

/** The API and the key of a client. */
type Account = { apiUrl: string; key: string };

/** The environment of a Python program that uses the client of the checkout. */
export function pythonEnvironment({ apiUrl, key }: Account): Record<string, string | undefined> {
  return {
    ...minimalEnvironment(),
    PYTHONPATH: path.join(checkout, "clients/python"),
    // Compiled once, and outside the sources, because the package must not have it.
    PYTHONPYCACHEPREFIX: path.join(checkout, "node_modules/.cache/python"),
    // The tests of the code and of the documents check the same types.
    MYPY_CACHE_DIR: path.join(checkout, "node_modules/.cache/mypy"),
    WATCHFRAME_API_KEY: key,
    WATCHFRAME_URL: apiUrl,
  };
}

/** The result of an operation in the API's JSON, or its failure. */
type DriverReply = {
  result?: unknown;
  error?: { kind: string; code: string | null; message: string; fields?: unknown; id?: string };
};

/** The Python client as a program that runs one operation after the other. */
export type PythonDriver = {
  /** Runs an operation, such as `jobs.get` with `{ id }`. */
  call(operation: string, args?: Record<string, unknown>): Promise<DriverReply>;
  stop(): void;
};

/** Starts the driver of the Python client. `python` is a Python with the client's packages. */
export function startPythonDriver(python: string, account: Account): PythonDriver {
  const program = spawn(python, [path.join(pythonTests, "driver.py")], { env: pythonEnvironment(account) });
  const replies = repliesOf(program);
  return {
    async call(operation, args = {}) {
      program.stdin.write(`${JSON.stringify({ operation, args })}\n`);
      const { value, done } = await replies.next();
      if (done === true) throw new Error("The driver of the Python client has ended.");
      return value;
    },
    stop: () => void program.kill(),
  };
}

/** The replies in their order. @throws Error with what the program wrote, if it fails. */
async function* repliesOf(program: ChildProcessWithoutNullStreams): AsyncGenerator<DriverReply, void, undefined> {
  let problems = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => (problems += text));
  for await (const line of createInterface({ input: program.stdout })) {
    const reply: DriverReply = JSON.parse(line);
    yield reply;
  }
  if (problems !== "") throw new Error(problems);
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Version of a browser's binary, `156.0.8078.79`; rejects with what the binary says when it can't run at all. */
export async function browserVersion(executablePath: string): Promise<string> {
  const { stdout } = await run(executablePath, ["--version"], { env: {}, timeout: 20_000 });
  const version = /\d+(?:\.\d+){3}/u.exec(stdout)?.[0];
  if (version === undefined)
    throw new Error(
      `Expected a browser's version from ${executablePath}, got ${JSON.stringify(stdout.slice(0, 100))}.`,
    );
  return version;
}

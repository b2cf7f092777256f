import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { scratchName } from "./scratch.ts";

const run = promisify(execFile);

/**
 * Creates a store of authorities (an NSS database) under `root` and returns its folder. Chromium trusts it beside its own
 * list.
 * @throws SettingsError without NSS's `certutil`.
 */
export async function createTrustStore(root: string, certificates: readonly string[]): Promise<string> {
  const folder = join(root, scratchName("trust"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = ["-d", `sql:${folder}`];
  await certutil(["-N", "--empty-password", ...database]);
  for (const [index, certificate] of certificates.entries()) {
    const file = join(folder, `${index}.pem`);
    await writeFile(file, certificate);
    // C: a trusted authority for servers.
    await certutil(["-A", ...database, "-n", `extra ${index}`, "-t", "C,,", "-i", file]);
  }
  return folder;
}

/** Puts a store where a browser with this home looks for it. */
export async function copyTrustStore(folder: string, home: string): Promise<void> {
  await cp(folder, join(home, ".pki", "nssdb"), { recursive: true });
}

async function certutil(args: readonly string[]): Promise<void> {
  try {
    await run("certutil", args, { timeout: 20_000 });
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const problem = isMissing
      ? "needs the program certutil for the browser (Debian: apt-get install libnss3-tools)"
      : "can't be given to the browser";
    throw new SettingsError(`WATCHFRAME_EXTRA_CA ${problem}.`, { cause });
  }
}

import { findOnPath, note } from "./artifact.ts";
import { withCacheLock } from "./cache.ts";
import { type ProvisionContext, runCommand, withProgress } from "./context.ts";

/** Programs that Debian packages have. */
export type DebianPrograms = {
  /** Name in progress lines. */
  name: string;
  packages: readonly string[];
  /** Path of the program that was installed; undefined if it is missing. */
  find(context: ProvisionContext): Promise<string | undefined>;
};

/** Another program, such as the system's own updates, may hold the lock of packages for a while. */
const waitForPackages = ["-o", "DPkg::Lock::Timeout=120"];

/**
 * Installs packages on Debian as root, one process after the other. Returns the program's path, or undefined if it can't be
 * installed. Adds the reason to `attempts`.
 */
export async function installWithApt(
  programs: DebianPrograms,
  context: ProvisionContext,
  attempts: string[],
): Promise<string | undefined> {
  const apt = await findOnPath(["apt-get"], context);
  if (!apt || process.getuid?.() !== 0) {
    attempts.push("apt-get: needs Debian and root");
    return undefined;
  }
  const title = `apt-get install ${programs.packages.join(" ")}`;
  try {
    return await withCacheLock("apt-get", context, () =>
      withProgress(context.onLine, `${programs.name}: ${title}`, async () => {
        // Another process may have installed it during the wait for the lock.
        const present = await programs.find(context);
        if (present) return present;
        await install(apt, programs.packages, context);
        const found = await programs.find(context);
        if (!found) throw new Error(`the packages have no ${programs.name}`);
        return found;
      }),
    );
  } catch (error) {
    note(attempts, { title, error, context });
    return undefined;
  }
}

/** Installs packages by the lists that are there. Missing or outdated lists are fetched first. */
async function install(apt: string, packages: readonly string[], context: ProvisionContext): Promise<void> {
  const { signal } = context;
  const env = { ...context.env, DEBIAN_FRONTEND: "noninteractive" };
  const args = [...waitForPackages, "install", "-y", "--no-install-recommends", ...packages];
  try {
    await runCommand({ file: apt, args, env, signal });
  } catch {
    signal?.throwIfAborted();
    await runCommand({ file: apt, args: ["update"], env, signal });
    await runCommand({ file: apt, args, env, signal });
  }
}

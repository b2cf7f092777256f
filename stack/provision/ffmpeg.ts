import { findOnPath, note } from "./artifact.ts";
import { type ProvisionContext, reasonOf, runCommand } from "./context.ts";
import { type DebianPrograms, installWithApt } from "./debian.ts";

const debianFfmpeg: DebianPrograms = {
  name: "ffmpeg",
  packages: ["ffmpeg"],
  find: (context) => findOnPath(["ffmpeg"], context),
};

const remedy = "Recordings will fail. Install ffmpeg (Debian: apt-get install ffmpeg) or set WATCHFRAME_FFMPEG.";

/**
 * Path of an ffmpeg that starts: from WATCHFRAME_FFMPEG, PATH or apt-get. Null without one: only recordings need it, so
 * the stack starts and the line names the remedy.
 * @throws Error if WATCHFRAME_FFMPEG does not start.
 */
export async function provisionFfmpeg(context: ProvisionContext): Promise<string | null> {
  const named = context.env["WATCHFRAME_FFMPEG"];
  if (named) {
    await checkStart(named, context);
    context.onLine(`ffmpeg: using WATCHFRAME_FFMPEG ${named}`);
    return named;
  }
  const attempts: string[] = [];
  const installedPath = await findOnPath(["ffmpeg"], context);
  try {
    const found = installedPath ?? (await installWithApt(debianFfmpeg, context, attempts));
    if (found) {
      await checkStart(found, context);
      context.onLine(`ffmpeg: using ${found}`);
      return found;
    }
  } catch (error) {
    note(attempts, { title: installedPath ?? "ffmpeg", error, context });
  }
  context.onLine(`ffmpeg: not found (${attempts.join("; ")}). ${remedy}`);
  return null;
}

async function checkStart(executable: string, context: ProvisionContext): Promise<void> {
  const { env, signal } = context;
  try {
    await runCommand({ file: executable, args: ["-version"], env, signal });
  } catch (error) {
    throw new Error(`${executable} does not start: ${reasonOf(error)}`, { cause: error });
  }
}

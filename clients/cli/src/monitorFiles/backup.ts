import { strFromU8, unzipSync } from "fflate";
import { CliError } from "../exitCodes.ts";
import { parseJson } from "../profiles.ts";
import { recordOf } from "./values.ts";

/** Unpacked bytes of one file in a backup that are read at most. */
const maxFileBytes = 64 * 1024 * 1024;
/** The files of a backup that matter: old ones have all watches in one file, new ones a folder for each. */
const wantedNames = /^(?:url-watches\.json|changedetection\.json|[^/]+\/(?:watch|tag)\.json)$/;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** A backup of changedetection.io as the one value that its `url-watches.json` has. @throws CliError if it is none. */
export function readBackup(bytes: Uint8Array): Record<string, unknown> {
  const files = Object.entries(unzip(bytes)).map(([path, content]): [string, Record<string, unknown>] => [
    path,
    recordOf(parseJson(strFromU8(content))),
  ]);
  if (files.length === 0) throw new CliError("The zip file is no backup of changedetection.io: it has no watches.");
  const [, main = {}] = files.find(([path]) => !path.includes("/")) ?? [];
  const settings = recordOf(main["settings"]);
  const application = recordOf(settings["application"]);
  const tags = { ...recordOf(application["tags"]), ...foldersWith(files, "tag.json") };
  return {
    watching: { ...recordOf(main["watching"]), ...foldersWith(files, "watch.json") },
    settings: { ...settings, application: { ...application, tags } },
  };
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => wantedNames.test(name) && originalSize <= maxFileBytes,
    });
  } catch (error) {
    throw new CliError(`The zip file is damaged: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Contents of the files of a name, by their folders, which are ids. */
function foldersWith(
  files: readonly (readonly [string, Record<string, unknown>])[],
  name: string,
): Record<string, Record<string, unknown>> {
  const found = files.filter(([path]) => path.endsWith(`/${name}`));
  return Object.fromEntries(found.map(([path, content]) => [path.slice(0, -name.length - 1), content]));
}

import type { Monitor } from "../../../typescript/src/index.ts";
import { looksLikeAddress } from "../../../addresses/pageAddress.ts";
import { readPageLines } from "../../../addresses/pageLines.ts";
import { decodeText } from "../../../../markup/decodeText.ts";
import { isSitemapText } from "../../../../markup/sitemap.ts";
import { CliError } from "../exitCodes.ts";
import { isRecord, parseJson } from "../profiles.ts";
import { readBackstop, writeBackstop } from "./backstop.ts";
import { isZip, readBackup } from "./backup.ts";
import { readChangedetection, writeChangedetection } from "./changedetection.ts";
import type { MonitorFile } from "./entry.ts";
import { type ReadFormat, readFormats, type WriteFormat } from "./formatNames.ts";
import { type ReadAddress, readSitemap } from "./sitemap.ts";
import { readUrls, writeUrls } from "./urls.ts";
import { readUrlwatch, writeUrlwatch } from "./urlwatch.ts";
import { readWatchframe, writeWatchframe } from "./watchframe.ts";

const jsonReaders = { watchframe: readWatchframe, changedetection: readChangedetection, backstop: readBackstop };
const writers: Readonly<Record<WriteFormat, (monitors: readonly Monitor[]) => string>> = {
  watchframe: writeWatchframe,
  urls: writeUrls,
  changedetection: writeChangedetection,
  urlwatch: writeUrlwatch,
  backstop: writeBackstop,
};

type ReadOptions = { format?: ReadFormat | undefined; readAddress: ReadAddress; limit: number };

/** The pages to watch that a file has. @throws CliError if it has another format than the given or any known one. */
export async function readMonitorFile(
  bytes: Uint8Array,
  { format, ...options }: ReadOptions,
): Promise<MonitorFile & { format: ReadFormat }> {
  const text = isZip(bytes) ? "" : decodeText(bytes);
  const json = isZip(bytes) ? readBackup(bytes) : parseJson(text);
  const found = format ?? formatOf(text, json);
  if (found === "sitemap") return { format: found, ...(await readSitemap(bytes, options)) };
  if (found === "urls") return { format: found, ...readUrls(text) };
  if (found === "urlwatch") return { format: found, ...readUrlwatch(text) };
  if (!isRecord(json)) throw new CliError(`The file has no JSON object, as ${found} has.`);
  return { format: found, ...jsonReaders[found](json) };
}

/** The format by the content. @throws CliError if it is none of the known ones. */
function formatOf(text: string, json: unknown): ReadFormat {
  if (isRecord(json)) {
    if (Array.isArray(json["monitors"])) return "watchframe";
    if (Array.isArray(json["scenarios"])) return "backstop";
    if ("watching" in json || "time_between_check" in json || "minutes_between_check" in json) return "changedetection";
  } else if (isSitemapText(text)) return "sitemap";
  else if (/^(?:- )?(?:url|navigate|command)\s*:/m.test(text)) return "urlwatch";
  else if (isPageList(text)) return "urls";
  throw new CliError(`The format of the file is not known. It may be one of: ${readFormats.join(", ")}. See --format.`);
}

/** Whether the text is a list of addresses: its first line has one, or another line has one with a scheme. */
function isPageList(text: string): boolean {
  if (text.includes("<html")) return false;
  const [first] = readPageLines(text);
  return /^[ \t]*https?:\/\//im.test(text) || (first !== undefined && looksLikeAddress(first.address));
}

export function writeMonitorFile(monitors: readonly Monitor[], format: WriteFormat): string {
  return writers[format](monitors);
}

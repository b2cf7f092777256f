import type { Json } from "#schemas/common.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import type { PageFunction } from "./page/safeDom.ts";
import type { Shared } from "./page/shared.ts";

/** One extract, ready to be stored. */
export type ExtractedOutput = {
  name: ExtractName;
  contentType: string;
  bytes: Buffer;
  /** The structured value, if it is small enough to travel with the job. */
  value?: Json;
  /** Names of the parts that were cut because they exceeded a limit. */
  truncated?: string[];
  /** Why the extract is worse than it should be. It goes to the log, not to the caller. */
  warning?: string;
};

/** The result of an extractor's Node part. The registry adds the name and the content type. */
type FinishedExtract = Omit<ExtractedOutput, "name" | "contentType">;

/** Address of the page that was read, and the account that reads it. `isDocument` is true for data and documents. */
export type PageSource = { finalUrl: string; owner: string; isDocument?: boolean };

/** One kind of extract: `read` runs in the page, `finish` turns its result into bytes in Node. */
export type Extractor = {
  contentType: string;
  /** Runs in the page. `shared` is null unless the extractors list `openShared`. The result must be JSON. */
  read: (shared: Shared) => unknown;
  /** Every function that `read` calls, directly or indirectly. All are sent to the page as source. */
  dependencies: readonly PageFunction[];
  finish(read: Json, source: PageSource): FinishedExtract | Promise<FinishedExtract>;
};

type ExtractorSpec<Read> = Omit<Extractor, "read" | "finish"> & {
  read: (shared: Shared) => Read;
  finish(read: Read, source: PageSource): FinishedExtract | Promise<FinishedExtract>;
};

/** Declares an extractor and checks that `finish` takes what `read` returns. */
export function defineExtractor<Read extends Json>(spec: ExtractorSpec<Read>): Extractor {
  return spec;
}

/** A `truncated` entry with each name once; no entry if nothing was cut. */
export function truncation(parts: readonly string[]): { truncated?: string[] } {
  return parts.length > 0 ? { truncated: [...new Set(parts)] } : {};
}

/** The text as UTF-8, cut between two characters if it exceeds `maxBytes`. */
export function truncateUtf8(text: string, maxBytes: number): { bytes: Buffer; cut: boolean } {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return { bytes, cut: false };
  let end = maxBytes;
  // A byte 10xxxxxx belongs to a character that began before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { bytes: bytes.subarray(0, end), cut: true };
}

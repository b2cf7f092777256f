import type { Json } from "#schemas/common.ts";
import type { ExtractName, PageInfo } from "#schemas/outputs.ts";
import type { PageFunction } from "./page/safeDom.ts";
import type { Shared } from "./page/shared.ts";

/** One extract, ready to be stored. */
export type ExtractedOutput = {
  name: ExtractName;
  contentType: string;
  bytes: Buffer;
  /** The structured value where it is small enough to travel with the job. */
  value?: Json;
  /** Names what was cut where the page had more than the bound. */
  truncated?: string[];
  /** Why the extract is poorer than it should be; for the log, not for the caller. */
  trouble?: string;
};

/** What an extractor's Node part makes; the name and the content type are the registry's. */
type Extract = Omit<ExtractedOutput, "name" | "contentType">;

/** One kind of extract: a part that reads the page, and a part that turns what was read into bytes. */
export type Extractor = {
  contentType: string;
  /** Called in the page, with what extracts share where one that is asked for lists `openShared`; its result crosses as JSON. */
  read: (shared: Shared) => unknown;
  /** Every function that `read` uses, at any depth. */
  uses: readonly PageFunction[];
  finish(read: Json, page: PageInfo): Extract | Promise<Extract>;
};

type ExtractorParts<Read> = Omit<Extractor, "read" | "finish"> & {
  read: (shared: Shared) => Read;
  finish(read: Read, page: PageInfo): Extract | Promise<Extract>;
};

/** Ties the two parts of an extractor together by the type that crosses between them. */
export function defineExtractor<Read extends Json>(parts: ExtractorParts<Read>): Extractor {
  return parts;
}

/** A `truncated` entry only where something was cut; the key must be absent otherwise. */
export function whatWasCut(cut: readonly string[]): { truncated?: string[] } {
  return cut.length > 0 ? { truncated: [...new Set(cut)] } : {};
}

/** Text as UTF-8 of at most so many bytes, cut between two characters. */
export function utf8Within(text: string, limit: number): { bytes: Buffer; cut: boolean } {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= limit) return { bytes, cut: false };
  let end = limit;
  // A byte 10xxxxxx continues a character that would be cut in two.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { bytes: bytes.subarray(0, end), cut: true };
}

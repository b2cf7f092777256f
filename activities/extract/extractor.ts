import type { Json } from "#schemas/common.ts";
import type { ExtractName, PageInfo } from "#schemas/outputs.ts";
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

/**
 * A function that runs in the page. It is sent as its own source, so it may use nothing from its module but
 * functions that the same extractor lists, and no library but the browser's.
 */
export type PageFunction = (...parameters: never[]) => unknown;

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

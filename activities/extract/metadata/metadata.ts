import type { Metadata } from "#schemas/extracts/extracts.ts";
import { defineExtractor, truncation } from "../extractor.ts";
import { metadataDependencies, type MetadataRead, readMetadata } from "../page/readMetadata.ts";
import { type JsonObject, parseJsonLd } from "./jsonLd.ts";
import { declaredLists } from "./lists.ts";
import { declaredTexts } from "./texts.ts";

const maxBytes = 64_000;

/** Metadata with typed JSON-LD. */
export type MetadataValue = Omit<Metadata, "jsonLd"> & { jsonLd: JsonObject[] };

/** `metadata`: what the page declares about itself. */
export const metadata = defineExtractor({
  contentType: "application/json",
  read: readMetadata,
  dependencies: metadataDependencies,
  finish(read) {
    const { value, cut } = toMetadata(read, Date.now());
    return { bytes: Buffer.from(JSON.stringify(value)), value, ...truncation([...read.cut, ...cut]) };
  },
});

/** The metadata of a page at the time `now`, at most 64,000 bytes, and the names of the parts that were cut. */
export function toMetadata(read: MetadataRead, now: number): { value: MetadataValue; cut: string[] } {
  const jsonLd = parseJsonLd(read.jsonLd);
  const lists = declaredLists(read, jsonLd.items);
  const value: MetadataValue = { ...declaredTexts(read, jsonLd.items, now), ...lists.value, jsonLd: jsonLd.items };
  const cut = [...lists.cut, ...(jsonLd.cut ? ["jsonLd"] : []), ...(jsonLd.invalid > 0 ? ["jsonLd.invalid"] : [])];
  return { value, cut: [...cut, ...truncateToFit(value)] };
}

/**
 * Removes entries from the ends of lists, the largest kind first, until the value fits. Returns the names of what it
 * cut.
 */
function truncateToFit(value: MetadataValue): string[] {
  const cutFields: string[] = [];
  for (const name of ["jsonLd", "hreflang", "feeds", "favicons", "keywords"] as const) {
    while (value[name].length > 0 && jsonBytes(value) > maxBytes) {
      value[name].pop();
      cutFields.push(name);
    }
  }
  for (const name of ["twitter", "openGraph"] as const) {
    if (jsonBytes(value) <= maxBytes) break;
    value[name] = {};
    cutFields.push(name);
  }
  return cutFields;
}

function jsonBytes(value: MetadataValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

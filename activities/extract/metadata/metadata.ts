import type { Metadata } from "#schemas/outputs.ts";
import { defineExtractor, whatWasCut } from "../extractor.ts";
import {
  isBeside,
  lineAround,
  lineOf,
  mainHeading,
  type MetadataRead,
  readBylines,
  readJsonLd,
  readLinkTags,
  readMetadata,
  readMetas,
  readNearTitle,
  readTimes,
  shortAttribute,
} from "../page/readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll } from "../page/safeDom.ts";
import { type JsonObject, parseJsonLd } from "./jsonLd.ts";
import { declaredLists } from "./lists.ts";
import { declaredTexts } from "./texts.ts";

const limitBytes = 64_000;

/** Metadata whose JSON-LD is known to be JSON. */
export type MetadataValue = Omit<Metadata, "jsonLd"> & { jsonLd: JsonObject[] };

/** `metadata`: what the page says of itself. */
export const metadata = defineExtractor({
  contentType: "application/json",
  read: readMetadata,
  uses: [
    mainHeading,
    isBeside,
    lineAround,
    lineOf,
    readBylines,
    readNearTitle,
    readJsonLd,
    shortAttribute,
    readLinkTags,
    readMetas,
    readTimes,
    absoluteUrl,
    attribute,
    baseAddress,
    ownGetter,
    plainText,
    rootElement,
    selectAll,
  ],
  finish(read) {
    const { value, cut } = toMetadata(read);
    return { bytes: Buffer.from(JSON.stringify(value)), value, ...whatWasCut([...read.cut, ...cut]) };
  },
});

/** Metadata out of what a page's markup says, within 64,000 bytes. */
export function toMetadata(read: MetadataRead): { value: MetadataValue; cut: string[] } {
  const jsonLd = parseJsonLd(read.jsonLd);
  const lists = declaredLists(read, jsonLd.items);
  const value: MetadataValue = { ...declaredTexts(read, jsonLd.items), ...lists.value, jsonLd: jsonLd.items };
  const cut = [...lists.cut, ...(jsonLd.cut ? ["jsonLd"] : []), ...(jsonLd.invalid > 0 ? ["jsonLd.invalid"] : [])];
  return { value, cut: [...cut, ...fit(value)] };
}

/** Takes entries off the ends of lists, the bulkiest kind first, until the whole is small enough; names what it cut. */
function fit(value: MetadataValue): string[] {
  const cut: string[] = [];
  for (const name of ["jsonLd", "hreflang", "feeds", "favicons", "keywords"] as const) {
    while (value[name].length > 0 && jsonBytes(value) > limitBytes) {
      value[name].pop();
      cut.push(name);
    }
  }
  for (const name of ["twitter", "openGraph"] as const) {
    if (jsonBytes(value) <= limitBytes) break;
    value[name] = {};
    cut.push(name);
  }
  return cut;
}

function jsonBytes(value: MetadataValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

import { createHash } from "node:crypto";
import type { ObjectStore } from "#data/objects.ts";
import type { ExtractName, Link, Metadata } from "#schemas/extracts/extracts.ts";
import type { ExtractedOutput } from "../extract/extractor.ts";
import { hashWords } from "./pageWords.ts";
import { outputPrefix } from "../store/outputs.ts";

/** The links and marks of a rendered page that a crawl needs. */
export type Discovery = {
  /** Links with absolute addresses. */
  links: { href: string; nofollow: boolean }[];
  /** The page's canonical address; null if it names none. */
  canonical: string | null;
  /** A hash of its words. */
  words: string;
  /** Whether the page forbids following its links. */
  nofollow: boolean;
};

/** The extracts that a discovery needs. */
export const discoveryExtracts = ["metadata", "links", "html"] as const satisfies readonly ExtractName[];

/** Stores a page's discovery with the outputs of its job, so that both are removed together. Returns its key. */
export async function putDiscovery(
  objects: ObjectStore,
  jobId: string,
  extracted: readonly ExtractedOutput[],
): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(toDiscovery(extracted)));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const key = `${outputPrefix(jobId)}discovery-${hash.slice(0, 16)}.json`;
  await objects.put(key, bytes, "application/json");
  return key;
}

/** Reads a discovery that `putDiscovery` stored. @throws Error if it was removed. */
export async function getDiscovery(objects: ObjectStore, key: string): Promise<Discovery> {
  const bytes = await objects.get(key);
  if (bytes === null) throw new Error("The discovery of a page was removed.");
  // Only `putDiscovery` writes this object.
  const discovery: Discovery = JSON.parse(bytes.toString("utf8"));
  return discovery;
}

function toDiscovery(outputs: readonly ExtractedOutput[]): Discovery {
  // Our own extractors write these shapes.
  const links: Link[] = JSON.parse(textOf(outputs, "links"));
  const { canonical, robots }: Metadata = JSON.parse(textOf(outputs, "metadata"));
  return {
    links: links.filter(({ href }) => /^https?:/.test(href)).map(({ href, nofollow }) => ({ href, nofollow })),
    canonical,
    words: hashWords(textOf(outputs, "html")),
    nofollow: /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test(robots ?? ""),
  };
}

function textOf(extracted: readonly ExtractedOutput[], name: ExtractName): string {
  const output = extracted.find((each) => each.name === name);
  if (output === undefined) throw new Error(`A page of a crawl was rendered without its ${name}.`);
  return output.bytes.toString("utf8");
}

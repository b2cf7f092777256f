import { createHash } from "node:crypto";
import type { ObjectStore } from "#data/objects.ts";
import type { ExtractName, Link, Metadata } from "#schemas/outputs.ts";
import type { ExtractedOutput } from "../extract/extractor.ts";
import { outputPrefix } from "../store/outputs.ts";

/** What a crawl needs to know of a page that it rendered. */
export type Discovery = {
  /** Where it links to, as absolute addresses. */
  links: { href: string; nofollow: boolean }[];
  /** The address that the page calls its own; null where it names none. */
  canonical: string | null;
  /** Whether the page asks that none of its links be followed. */
  nofollow: boolean;
};

/** Extracts that a discovery is made from. */
export const discoveryExtracts = ["metadata", "links"] as const satisfies readonly ExtractName[];

/** Keeps a page's discovery beside its job's outputs, where it goes when they go; returns its key. */
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

/** Reads what `putDiscovery` kept; rejects where it is gone. */
export async function getDiscovery(objects: ObjectStore, key: string): Promise<Discovery> {
  const bytes = await objects.get(key);
  if (bytes === null) throw new Error("A page's discovery is gone.");
  // Written by `putDiscovery` only.
  const discovery: Discovery = JSON.parse(bytes.toString("utf8"));
  return discovery;
}

function toDiscovery(extracted: readonly ExtractedOutput[]): Discovery {
  // Made by our own extractors, of exactly these shapes.
  const links: Link[] = JSON.parse(textOf(extracted, "links"));
  const { canonical, robots }: Metadata = JSON.parse(textOf(extracted, "metadata"));
  return {
    links: links.filter(({ href }) => /^https?:/.test(href)).map(({ href, nofollow }) => ({ href, nofollow })),
    canonical,
    nofollow: /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test(robots ?? ""),
  };
}

function textOf(extracted: readonly ExtractedOutput[], name: ExtractName): string {
  const output = extracted.find((each) => each.name === name);
  if (output === undefined) throw new Error(`A page of a crawl was rendered without its ${name}.`);
  return output.bytes.toString("utf8");
}

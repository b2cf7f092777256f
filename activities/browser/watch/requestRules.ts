import type { Protocol } from "puppeteer";
import type { ResourceKind } from "#schemas/options/requests.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { compileAddressGlobs } from "#rules/addressGlobs.ts";
import type { PausedRequest } from "./requests.ts";

/** The kind of each of the browser's types; the others are `other`. */
const kinds: Readonly<Partial<Record<Protocol.Network.ResourceType, ResourceKind>>> = {
  Image: "image",
  Media: "media",
  Font: "font",
  Stylesheet: "stylesheet",
  Script: "script",
  XHR: "xhr",
  Fetch: "xhr",
  EventSource: "xhr",
};

/** The kind of a request that is no document of the page itself. */
export function resourceKindOf(type: Protocol.Network.ResourceType): ResourceKind {
  return kinds[type] ?? "other";
}

/** Whether the caller blocks a request; null for a caller that blocks none. */
export function refuseByRules(
  { blockResources = [], blockUrls = [] }: Pick<RenderSpec, "blockResources" | "blockUrls">,
  mainFrameId: string,
): ((request: PausedRequest) => boolean) | null {
  if (blockResources.length === 0 && blockUrls.length === 0) return null;
  const blocked = new Set<ResourceKind>(blockResources);
  const matchesGlob = compileAddressGlobs(blockUrls);
  return ({ request: { url }, resourceType, frameId }) => {
    if (resourceType === "Document") {
      if (frameId === mainFrameId) return false;
    } else if (blocked.has(resourceKindOf(resourceType))) {
      return true;
    }
    return matchesGlob(url);
  };
}

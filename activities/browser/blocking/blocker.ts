import { getDomain } from "tldts";
import { type Blocked, type Blocking, type BlockKind, blockKinds } from "#schemas/renders/blocking.ts";
import { siteOf } from "../../httpHosts.ts";
import type { PausedRequest } from "../watch/requests.ts";
import { type BlockRules, guessAdHost, loadBlockRules } from "./blockRules.ts";

/** Decides on the requests of one capture and counts everything that was blocked. */
export type Blocker = {
  readonly rules: readonly BlockRules[];
  /** Whether the job blocks this kind. */
  blocks(kind: BlockKind): boolean;
  /** Whether requests must be intercepted. */
  readonly refusesRequests: boolean;
  /** Whether to refuse the request. A refused request is counted. */
  refuses(request: PausedRequest): boolean;
  /** Called for each request of the page, to find scripts that announce a dialog. */
  observeRequest(url: string): void;
  /** Whether the page requested a script that announces something of this kind. */
  isAnnounced(kind: BlockKind): boolean;
  /** Refused addresses of images, frames and media. Elements that show them are empty. */
  refusedAddresses(): string[];
  count(kind: BlockKind, times: number): void;
  /** One count for each kind that the job blocks. */
  counts(): Blocked;
};

/** Refused addresses that are stored. The gaps of further ones stay on the page. */
const maxRefused = 500;
const maxAddressChars = 4_096;

/** Resource types that leave a gap in the page when they are refused. */
const leavesGap: ReadonlySet<PausedRequest["resourceType"]> = new Set(["Image", "Document", "Media", "Other"]);

/** The blocker of one capture, or null when the job blocks nothing. */
export async function createBlocker(
  blocking: Blocking,
  page: { url: URL; mainFrameId: string },
): Promise<Blocker | null> {
  const kinds = blockKinds.filter((kind) => blocking[kind]);
  if (kinds.length === 0) return null;
  return new PageBlocker(await Promise.all(kinds.map(loadBlockRules)), page);
}

class PageBlocker implements Blocker {
  readonly rules: readonly BlockRules[];
  readonly refusesRequests: boolean;
  readonly #mainFrameId: string;
  readonly #counts: Map<BlockKind, number>;
  readonly #announced = new Set<BlockKind>();
  readonly #refused = new Set<string>();
  #site: string;

  constructor(rules: readonly BlockRules[], { url, mainFrameId }: { url: URL; mainFrameId: string }) {
    this.rules = rules;
    this.refusesRequests = rules.some(({ requests }) => requests !== null);
    this.#mainFrameId = mainFrameId;
    this.#counts = new Map(rules.map(({ kind }) => [kind, 0]));
    this.#site = siteOf(url.hostname);
  }

  blocks(kind: BlockKind): boolean {
    return this.#counts.has(kind);
  }

  refuses(pausedRequest: PausedRequest): boolean {
    const { request, frameId, resourceType } = pausedRequest;
    const url = URL.parse(request.url);
    if (url === null || !/^https?:$/u.test(url.protocol)) return false;
    // The page's own document is never refused, even after a redirect to another site.
    if (resourceType === "Document" && frameId === this.#mainFrameId) {
      this.#site = siteOf(url.hostname);
      return false;
    }
    // The site of a vendor consists of what is blocked on other sites.
    if (siteOf(url.hostname) === this.#site) return false;
    const rules = this.rules.find((each) => isRefused(each, url, pausedRequest));
    if (rules === undefined) return false;
    this.count(rules.kind, 1);
    if (leavesGap.has(resourceType)) this.#remember(url.href);
    return true;
  }

  observeRequest(address: string): void {
    const url = URL.parse(address);
    if (url === null) return;
    for (const { kind, announcers } of this.rules) if (announcers?.has(url) === true) this.#announced.add(kind);
  }

  isAnnounced(kind: BlockKind): boolean {
    return this.#announced.has(kind);
  }

  refusedAddresses(): string[] {
    return [...this.#refused];
  }

  count(kind: BlockKind, times: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times);
  }

  counts(): Blocked {
    return Object.fromEntries(this.#counts);
  }

  #remember(href: string): void {
    if (this.#refused.size < maxRefused && href.length <= maxAddressChars) this.#refused.add(href);
  }
}

function isRefused({ kind, requests }: BlockRules, url: URL, { resourceType }: PausedRequest): boolean {
  if (requests?.has(url) === true) return true;
  return kind === "ads" && guessAdHost(url.hostname, getDomain(url.hostname), resourceType);
}

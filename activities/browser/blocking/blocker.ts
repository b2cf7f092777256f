import { getDomain } from "tldts";
import { type Blocked, type Blocking, type BlockKind, blockKinds } from "#schemas/renders/blocking.ts";
import { siteOf } from "../../httpHosts.ts";
import type { PausedRequest } from "../capture/requests.ts";
import { type BlockRules, guessAdHost, loadBlockRules } from "./blockRules.ts";

/** What one capture keeps off its page, and how often it did. */
export type Blocker = {
  readonly rules: readonly BlockRules[];
  /** Whether this kind is to be blocked. */
  asks(kind: BlockKind): boolean;
  /** Whether any request has to be looked at before it goes out. */
  readonly refusesRequests: boolean;
  /** Whether the request is refused; one that is, is counted. */
  refuses(request: PausedRequest): boolean;
  /** Takes note of an address the page asks for. */
  noticeRequest(url: string): void;
  /** Whether the page asked for a script that brings something of this kind. */
  isAnnounced(kind: BlockKind): boolean;
  /** Addresses of pictures, frames and media that were refused: what shows them shows nothing. */
  refusedAddresses(): string[];
  count(kind: BlockKind, times: number): void;
  /** One count for each kind that was asked for. */
  counts(): Blocked;
};

/** Refused addresses that are remembered; a page with more has its other gaps stay. */
const maxRemembered = 500;
const maxAddressLength = 4_096;

const leavesGap: ReadonlySet<PausedRequest["resourceType"]> = new Set(["Image", "Document", "Media", "Other"]);

/** The blocker of one capture; null where nothing is to be blocked. */
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

  asks(kind: BlockKind): boolean {
    return this.#counts.has(kind);
  }

  refuses(paused: PausedRequest): boolean {
    const { request, frameId, resourceType } = paused;
    const url = URL.parse(request.url);
    if (url === null || !/^https?:$/u.test(url.protocol)) return false;
    // The page's own document is what was asked for, wherever it leads.
    if (resourceType === "Document" && frameId === this.#mainFrameId) {
      this.#site = siteOf(url.hostname);
      return false;
    }
    // A vendor's own site is made of what is blocked elsewhere.
    if (siteOf(url.hostname) === this.#site) return false;
    const rules = this.rules.find((each) => isRefused(each, url, paused));
    if (rules === undefined) return false;
    this.count(rules.kind, 1);
    if (leavesGap.has(resourceType)) this.#remember(url.href);
    return true;
  }

  noticeRequest(address: string): void {
    const url = URL.parse(address);
    if (url === null) return;
    for (const { kind, heralds } of this.rules) if (heralds?.has(url) === true) this.#announced.add(kind);
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
    if (this.#refused.size < maxRemembered && href.length <= maxAddressLength) this.#refused.add(href);
  }
}

function isRefused({ kind, requests }: BlockRules, url: URL, { resourceType }: PausedRequest): boolean {
  if (requests?.has(url) === true) return true;
  return kind === "ads" && guessAdHost(url.hostname, getDomain(url.hostname), resourceType);
}

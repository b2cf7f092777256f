import type { Page } from "puppeteer";
import type { Step } from "#schemas/options/steps.ts";
import { siteOf } from "../../httpHosts.ts";
import { quoted } from "./findTarget.ts";
import { StepProblem } from "./stepProblem.ts";

/**
 * Whether an address is the one that a step waits for. A part with a scheme is the beginning of the address, as any page
 * can have a part of its choice behind its own host.
 */
export function hasAddress(address: string, part: string): boolean {
  return isWhole(part) ? address.startsWith(URL.parse(part)?.href ?? part) : address.includes(part);
}

function isWhole(part: string): boolean {
  return /^https?:\/\//iu.test(part);
}

/**
 * The sites that a field may be filled in at: that of the request's address, that of the last `goto`, and those of the
 * addresses that `waitFor` met. A site is a registrable domain.
 */
export function sitesOf(url: URL, doneSteps: readonly Step[]): ReadonlySet<string> {
  const opened = doneSteps.findLast(({ goto }) => goto !== undefined)?.goto;
  const met = doneSteps.map(({ waitFor }) => waitFor?.address).filter((part) => part !== undefined && isWhole(part));
  const sites = [url.href, opened, ...met].map((address) => siteOfAddress(address));
  return new Set(sites.filter((site) => site !== null));
}

function siteOfAddress(address: string | undefined): string | null {
  const host = URL.parse(address ?? "")?.hostname;
  return host === undefined || host === "" ? null : siteOf(host);
}

/** Waits until the page's address is as asked. Scripts may change it without a new document. */
export async function awaitAddress(
  page: Page,
  isReached: (address: string) => boolean,
  options: { maxMs: number; problem: () => string },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => {
    if (isReached(page.url())) resolve();
  };
  const timer = setTimeout(() => reject(new StepProblem(options.problem())), options.maxMs);
  page.on("framenavigated", check);
  try {
    check();
    await promise;
  } finally {
    clearTimeout(timer);
    page.off("framenavigated", check);
  }
}

/**
 * Does work that only pages of some sites may see. It begins once the page is of one of them, and is aborted when the page
 * goes to another site. The browser tells of a new document before it finds elements there.
 * @throws StepProblem for a page of another site.
 */
export async function onSites(
  page: Page,
  { sites, maxMs }: { sites: ReadonlySet<string>; maxMs: number },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const isAllowed = (address: string) => sites.has(siteOfAddress(address) ?? "");
  const problem = () => otherSiteProblem(page.url());
  await awaitAddress(page, isAllowed, { maxMs, problem });
  const leaving = new AbortController();
  const { promise: departure, reject } = Promise.withResolvers<never>();
  const check = () => {
    if (isAllowed(page.url())) return;
    const reason = new StepProblem(problem());
    reject(reason);
    leaving.abort(reason);
  };
  page.on("framenavigated", check);
  try {
    await Promise.race([work(leaving.signal), departure]);
  } finally {
    page.off("framenavigated", check);
  }
}

function otherSiteProblem(address: string): string {
  const { protocol, host } = URL.parse(address) ?? { protocol: "", host: "" };
  if (!/^https?:$/u.test(protocol)) return "the page has no site, so it gets no value";
  const step = `{"waitFor": {"address": ${quoted(`${protocol}//${host}/`)}}}`;
  return `the page is of another site, ${quoted(host)}, so it gets no value; if it may have the value, put ${step} before`;
}

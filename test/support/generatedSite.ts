import { pageWith, type SiteAnswer } from "./crawlSite.ts";

/** A site of numbered pages with all traps for crawlers, and the expected result of a crawl. */
export type GeneratedSite = {
  answer: (url: URL) => SiteAnswer | undefined;
  /** The outcome of each page by its path, without queries that are only sessions. */
  expected: ReadonlyMap<string, string>;
  /** Number of endless calendar pages that a crawl takes. */
  calendarPages: number;
};

/** How often each oddity comes: on every so-manieth page. Pages that are forbidden are found and recorded at no cost of a render. */
const every = { redirect: 25, broken: 30, forbidden: 2, copy: 40 } as const;

/**
 * A site of `count` pages: a tree in which each leads to three others, with links back, across and to the start, tracking and session
 * ids on them, redirects, broken links, files, copies that name their original, pages that robots.txt forbids and an endless calendar.
 */
export function generateSite(count: number): GeneratedSite {
  let visits = 0;
  const numbers = Array.from({ length: count }, (_, page) => page);
  const on = (oddity: keyof typeof every) => numbers.filter((page) => page % every[oddity] === 0);
  const expected = new Map<string, string>([
    ...numbers.map((page) => [pathOf(page), "completed"] as const),
    ...on("redirect").map((page) => [`/go/${page}`, "skipped duplicate"] as const),
    ...on("broken").map((page) => [`/missing/${page}`, "completed"] as const),
    ...on("forbidden").map((page) => [`/private/${page}`, "skipped robots_disallowed"] as const),
    ...on("copy").map((page) => [`${pathOf(page)}?print=1`, "skipped duplicate"] as const),
    ["/files/price-list.pdf", "skipped not_html"],
  ]);
  return {
    expected,
    calendarPages: 60,
    answer({ pathname, searchParams }) {
      visits += 1;
      if (pathname === "/robots.txt") return robots;
      if (pathname.startsWith("/go/")) return { status: 302, headers: { location: "/" } };
      const month = /^\/calendar\/(\d+)\/(\d+)$/.exec(pathname);
      if (month !== null) return pageWith(monthsAfter(Number(month[1]), Number(month[2])));
      const page = pathname === "/" ? 0 : Number(/^\/p\/(\d+)$/.exec(pathname)?.[1] ?? "NaN");
      if (!(page < count)) return undefined;
      const head = searchParams.has("print") ? `<link rel="canonical" href="${pathOf(page)}">` : "";
      return pageWith([...linksOf(page, count, visits), "/calendar/2026/1", "/files/price-list.pdf"], head);
    },
  };
}

const robots: SiteAnswer = { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private/\n" };

function pathOf(page: number): string {
  return page === 0 ? "/" : `/p/${page}`;
}

/** The oddities come behind the page itself, so that what is a copy of what does not depend on chance. */
function linksOf(page: number, count: number, visit: number): string[] {
  const children = [1, 2, 3].map((child) => 3 * page + child).filter((child) => child < count);
  const others = [(page * 7) % count, Math.floor((page - 1) / 3), page].filter((other) => other >= 0);
  const links = [
    ...children.map((child) => `${pathOf(child)}?sid=v${visit}`),
    ...others.map((other) => `${pathOf(other)}?utm_campaign=c${visit}#part`),
  ];
  if (page % every.redirect === 0) links.push(`/go/${page}`);
  if (page % every.broken === 0) links.push(`/missing/${page}`);
  if (page % every.forbidden === 0) links.push(`/private/${page}`);
  if (page % every.copy === 0) links.push(`${pathOf(page)}?print=1`);
  return links;
}

function monthsAfter(year: number, month: number): string[] {
  return Array.from({ length: 12 }, (_, step) => month + step).map(
    (next) => `/calendar/${year + Math.floor(next / 12)}/${(next % 12) + 1}`,
  );
}

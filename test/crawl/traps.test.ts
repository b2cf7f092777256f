import { expect } from "chai";
import { isEndless, likenessOf, sharedTokens } from "#activities/crawl/traps.ts";

const site = "https://example.com";

describe("addresses that never end", () => {
  for (const path of [
    "/next/next/next",
    "/shop/new/2/new/2/new/2/",
    "/app#/next/next/next",
    "/x/yes/yes/yes",
    `/${Array.from({ length: 25 }, (_, index) => `s${index}`).join("/")}`,
    `/list?${Array.from({ length: 25 }, (_, index) => `p${index}=1`).join("&")}`,
  ])
    it(`are ${path.slice(0, 40)}`, () => expect(isEndless(new URL(path, site))).to.equal(true));

  for (const path of [
    "/",
    "/next/next",
    "/0/0/0/0",
    "/a/new/a/new",
    "/a/new/a/old/a",
    "/2026/11/21/one",
    "/list?a=1&b=2",
  ])
    it(`are not ${path}`, () => expect(isEndless(new URL(path, site))).to.equal(false));
});

describe("addresses that are alike", () => {
  const limits: [path: string, limit: number | null][] = [
    ["/", null],
    ["/page/17", null],
    ["/item/1234567", null],
    ["/blog/2026/11/a-story", null],
    ["/2026", null],
    ["/a-rather-long-title-of-a-story-from-2026", null],
    ["/calendar/2026/11", 60],
    ["/calendar/2026/11/21/", 60],
    ["/calendar/2026-11-21", 60],
    ["/calendar/week/2026-W47", 60],
    ["/events?date=2026-11-21", 60],
    ["/events?year=2026&month=11", 60],
    ["/files/550e8400-e29b-41d4-a716-446655440000", 200],
    ["/visit/9f86d081884c7d659a2feaa0c55ad015", 200],
    ["/list?colour=red&size=m&sort=price", 200],
    ["/list?id=17", 1_000],
    ["/app#/calendar/2026/11", 60],
    ["/app#/events?date=2026-11-21", 60],
    ["/app#!visit/9f86d081884c7d659a2feaa0c55ad015", 200],
    ["/app#/list?colour=red&size=m&sort=price", 200],
    ["/app#/list?id=17", 1_000],
    ["/app#/list", null],
  ];
  for (const [path, limit] of limits)
    it(`${path} ${limit === null ? "is taken for itself" : `is one of at most ${limit}`}`, () =>
      expect(likenessOf(new URL(path, site))?.limit ?? null).to.equal(limit));

  it("share their pattern, and others have another", () => {
    const pattern = (path: string) => likenessOf(new URL(path, site))?.pattern;
    expect(pattern("/calendar/2026/11")).to.equal(pattern("/calendar/1999/1"));
    expect(pattern("/events?month=2&year=2026")).to.equal(pattern("/events?year=2030&month=12"));
    expect(pattern("/calendar/2026/11")).to.not.equal(pattern("/archive/2026/11"));
    expect(pattern("/v/9f86d081884c7d659a2feaa0c55ad015/a")).to.equal(pattern("/v/60303ae22b998861bce3b28f33eec1be/a"));
    expect(pattern("/v/9f86d081884c7d659a2feaa0c55ad015/a")).to.not.equal(
      pattern("/v/60303ae22b998861bce3b28f33eec1be/b"),
    );
    expect(pattern("/list?a=1")).to.equal(pattern("/list?b=2"));
  });
});

describe("tokens that all links of a page share", () => {
  const urls = (...paths: string[]) => paths.map((path) => new URL(path, site));

  it("belong to the visitor, whatever their name", () =>
    expect(sharedTokens(urls("/a?V=x81kdj3", "/b?V=x81kdj3&p=1", "/c?V=x81kdj3"))).to.deep.equal(["v"]));

  it("are not so when they differ, are words, or lead to the same place", () =>
    expect(
      sharedTokens(
        urls("/a?v=x81kdj3", "/b?v=x81kdj4", "/c?v=x81kdj5", "/a?lang=english", "/b?lang=english", "/c?lang=english"),
      ).concat(sharedTokens(urls("/a?v=x81kdj3&p=1", "/a?v=x81kdj3&p=2", "/a?v=x81kdj3&p=3"))),
    ).to.deep.equal([]));
});

import { expect } from "chai";
import { pageKey, pageUrl } from "#activities/crawl/pageUrl.ts";

const base = new URL("https://example.com/dir/page?x=1");
const asked = (href: string) => pageUrl(href, { base })?.href ?? null;
const askedRoute = (href: string) => pageUrl(href, { base, hashRoutes: true })?.href ?? null;
const key = (href: string, sessions: string[] = []) => pageKey(new URL(href, base), new Set(sessions));
const routeKey = (href: string) => {
  const url = pageUrl(href, { base, hashRoutes: true });
  if (url === null) throw new Error(`${href} is no page`);
  return pageKey(url);
};

describe("the address that a crawl requests for a page", () => {
  const table: [href: string, url: string | null][] = [
    ["other", "https://example.com/dir/other"],
    ["../up", "https://example.com/up"],
    ["/a/./b/../c", "https://example.com/a/c"],
    ["//other.example/a", "https://other.example/a"],
    ["HTTPS://EXAMPLE.COM:443/A", "https://example.com/A"],
    ["http://example.com:80/", "http://example.com/"],
    ["http://example.com:8080", "http://example.com:8080/"],
    ["#top", "https://example.com/dir/page?x=1"],
    ["/a#b", "https://example.com/a"],
    ["/a?", "https://example.com/a"],
    ["/a?utm_source=x&utm_anything=y", "https://example.com/a"],
    ["/a?b=%7e&fbclid=1&c=ü", "https://example.com/a?b=%7e&c=%C3%BC"],
    ["/a?GCLID=1&gclids=2", "https://example.com/a?gclids=2"],
    ["/a?mc_cid=1&_ga=2&msclkid=3&hsCtaTracking=4&_hsenc=5", "https://example.com/a"],
    ["/a?b=%2F&c", "https://example.com/a?b=%2F&c"],
    ["/a?c=2&b=1", "https://example.com/a?c=2&b=1"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["mailto:a@example.com", null],
    ["javascript:void(0)", null],
    ["ftp://example.com/", null],
    ["https://user:password@example.com/", null],
    ["https://", null],
    [`/${"a".repeat(2028)}`, `https://example.com/${"a".repeat(2028)}`],
    [`/${"a".repeat(2029)}`, null],
  ];
  for (const [href, url] of table) {
    it(`of ${href.slice(0, 60)} is ${url?.slice(0, 60) ?? "none"}`, () => expect(asked(href)).to.equal(url));
  }
});

describe("the same page", () => {
  const same: [string, string][] = [
    ["/a?b=1&c=2", "/a?c=2&b=1"],
    ["/a?b=%41", "/a?b=A"],
    ["/%7euser", "/~user"],
    ["/%c3%bc", "/%C3%BC"],
    ["/a//b", "/a/b"],
    ["https://example.com./a", "/a"],
    ["/a?PHPSESSID=abc123&b=1", "/a?b=1"],
    ["/a;jsessionid=0A1B?b=1", "/a?b=1"],
    ["/(S(lit3py55t21z5v55vlm25s55))/a", "/a"],
    ["/a?sid=f00", "/a"],
  ];
  for (const [one, other] of same) it(`is ${one} and ${other}`, () => expect(key(one)).to.equal(key(other)));

  const different: [string, string][] = [
    ["/a", "/a/"],
    ["/a", "/A"],
    ["/a?b=1", "/a?b=2"],
    ["/a?b=1&b=2", "/a?b=1"],
    ["/a", "/a?b"],
    ["http://example.com/a", "https://example.com/a"],
    ["/a?b=%2F", "/a?b=%252F"],
    ["/story?sid=21/1/2/3", "/story?sid=21/1/2/4"],
  ];
  for (const [one, other] of different)
    it(`is not ${one} and ${other}`, () => expect(key(one)).to.not.equal(key(other)));

  it("is known by what a crawl found to be a session", () => {
    expect(key("/a?V=1&b=1", ["v"])).to.equal(key("/a?b=1"));
  });
});

describe("with hashRoutes, the address that a crawl requests for a page", () => {
  const table: [href: string, url: string | null][] = [
    ["/a#/b", "https://example.com/a#/b"],
    ["/a#!b", "https://example.com/a#!b"],
    ["/a?x=1#!/b?c=2", "https://example.com/a?x=1#!/b?c=2"],
    ["#/b", "https://example.com/dir/page?x=1#/b"],
    ["/a#/b?utm_source=x", "https://example.com/a#/b"],
    ["/a?gclid=1#/b?c=%7e&fbclid=1", "https://example.com/a#/b?c=%7e"],
    ["/a#/b?", "https://example.com/a#/b"],
    ["/a#top", "https://example.com/a"],
    ["/a#", "https://example.com/a"],
    ["/a#:~:text=b", "https://example.com/a"],
    [`/#/${"a".repeat(2_048)}`, null],
  ];
  for (const [href, url] of table) {
    it(`of ${href.slice(0, 60)} is ${url ?? "none"}`, () => expect(askedRoute(href)).to.equal(url));
  }
});

describe("with hashRoutes, the same page", () => {
  const same: [string, string][] = [
    ["/a#/b?c=1&d=2", "/a#/b?d=2&c=1"],
    ["/a#/%41", "/a#/A"],
    ["/a#/b//c", "/a#/b/c"],
    ["/a#/b?PHPSESSID=abc123", "/a#/b"],
    ["/a#/b?utm_source=x", "/a#/b"],
    ["/a#/", "/a"],
    ["/a#!/", "/a"],
    ["/a#!", "/a"],
    ["/a#part", "/a"],
  ];
  for (const [one, other] of same) it(`is ${one} and ${other}`, () => expect(routeKey(one)).to.equal(routeKey(other)));

  const different: [string, string][] = [
    ["/a#/b", "/a"],
    ["/a#/b", "/a#/c"],
    ["/a#/b", "/b#/b"],
    ["/a#/b", "/a/b"],
    ["/a#/b?c=1", "/a#/b?c=2"],
    ["/a#/b?c=1", "/a?c=1#/b"],
    ["/a#!b", "/a#!c"],
  ];
  for (const [one, other] of different)
    it(`is not ${one} and ${other}`, () => expect(routeKey(one)).to.not.equal(routeKey(other)));
});

import { expect } from "chai";
import { pathGlobs } from "#activities/crawl/crawlStep.ts";
import { cpuTimeMs } from "../support/cpuTime.ts";

describe("path globs", () => {
  const table: [glob: string, matching: string[], others: string[]][] = [
    ["/blog", ["/blog", "/blog/"], ["/", "/blogs", "/blog/a", "/Blog"]],
    ["/blog/*", ["/blog/a", "/blog/a.b", "/blog/a/"], ["/blog", "/blog/a/b"]],
    ["/blog/**", ["/blog", "/blog/", "/blog/a", "/blog/a/b/c"], ["/blogs", "/a/blog"]],
    ["/**/print", ["/print", "/a/print", "/a/b/print"], ["/a/print/b", "/sprint"]],
    ["/a/**/z", ["/a/z", "/a/b/z", "/a/b/c/z"], ["/a", "/z", "/a/b"]],
    ["/a/**/b/**/c", ["/a/b/c", "/a/x/b/y/z/c"], ["/a/c", "/a/b"]],
    ["/**", ["/", "/a", "/a/b"], []],
    ["/*", ["/a"], ["/", "/a/b"]],
    ["*.pdf", ["/a.pdf", "/x/y/a.pdf"], ["/a.pdf/b", "/a.pdfx"]],
    ["*draft*", ["/draft", "/a/my-draft-2"], ["/a/drift"]],
    ["/item-??", ["/item-12"], ["/item-1", "/item-123", "/item-1/"]],
    ["/a*b*c", ["/abc", "/aXbYc", "/abcbc"], ["/abcd", "/acb"]],
    ["/größe/*", ["/gr%C3%B6%C3%9Fe/1", "/gr%c3%b6%c3%9fe/1"], ["/groesse/1"]],
    ["/100%25", ["/100%25"], ["/100"]],
    ["/a.b", ["/a.b"], ["/aXb"]],
    ["/a+(b)[c]{d}", ["/a+(b)[c]{d}"], ["/aab"]],
  ];
  for (const [glob, matching, others] of table) {
    it(`${glob} matches ${matching.join(" ")}${others.length > 0 ? ` but not ${others.join(" ")}` : ""}`, () => {
      const matches = pathGlobs([glob]);
      // Paths as URLs write them.
      const paths = (list: string[]) => list.map((path) => new URL(path, "https://example.com").pathname);
      expect(paths(matching).filter((path) => !matches(path))).to.deep.equal([]);
      expect(paths(others).filter(matches)).to.deep.equal([]);
    });
  }

  it("match if one of many globs matches, and never without globs", () => {
    expect(pathGlobs(["/a", "/b"])("/b")).to.equal(true);
    expect(pathGlobs([])("/")).to.equal(false);
  });

  it("match within their time limit for any glob and path", () => {
    const hostile = pathGlobs([`/${"a*".repeat(250)}b`, `/${"**/a/".repeat(100)}b`]);
    const took = cpuTimeMs(() => {
      for (let round = 0; round < 10; round += 1) {
        expect(hostile(`/${"a".repeat(2000)}`)).to.equal(false);
        expect(hostile("/a".repeat(1000))).to.equal(false);
      }
    });
    expect(took).to.be.below(1_000);
  });

  /** The largest globs that the API accepts, 128 characters with 8 wildcards, and paths that all but match. */
  const worst: [what: string, glob: string, path: string][] = [
    [
      "one literal behind the wildcards",
      `/${"*".repeat(1)}${"a*".repeat(7)}${"a".repeat(111)}b`,
      `/${"a".repeat(2_047)}`,
    ],
    ["one literal in each part", `/${`*${"a".repeat(13)}b`.repeat(8)}`, `/${"a".repeat(14 * 146)}`],
    ["segments", `${"/**/a".repeat(8)}${"/a".repeat(43)}/b`, "/a".repeat(1_024)],
    ["segments with wildcards", `/**${`/*${"a".repeat(16)}b`.repeat(6)}/*`, `/${"a".repeat(18)}`.repeat(107)],
  ];
  for (const [what, glob, path] of worst) {
    it(`take at most 250 ms for 50 hostile globs: ${what}`, () => {
      expect(glob.length).to.be.within(100, 128);
      expect(path.length).to.be.within(2_000, 2_048);
      const matches = pathGlobs(Array.from({ length: 50 }, () => glob));
      const took = cpuTimeMs(() => expect(matches(path)).to.equal(false));
      expect(took).to.be.below(250);
    });
  }
});

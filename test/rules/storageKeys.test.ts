import { expect } from "chai";
import type { OutputName } from "#schemas/outputs.ts";
import { pathProblem, storageKeys } from "#rules/storageKeys.ts";

const source = { id: "0190", host: "example.com", acceptedAt: "2026-01-02T03:04:05.678Z" };
const screenshot = { name: "screenshot", ext: "jpg" } as const;
const metadata = { name: "metadata", ext: "json" } as const;
const links = { name: "links", ext: "json" } as const;
const markdown = { name: "markdown", ext: "md" } as const;

type Outputs = { name: OutputName; ext: string }[];

describe("keys in the caller's bucket", () => {
  const table: [template: string, outputs: Outputs, keys: string[]][] = [
    [
      "{host}/{id}-{name}.{ext}",
      [screenshot, metadata],
      ["example.com/0190-screenshot.jpg", "example.com/0190-metadata.json"],
    ],
    ["{date} {year}{month}{day} {time}", [screenshot], ["2026-01-02 20260102 030405"]],
    ["a/{id}/{id}", [screenshot], ["a/0190/0190"]],
    ["home.jpg", [screenshot], ["home.jpg"]],
    ["home.jpg", [metadata, screenshot, links], ["home.jpg.metadata.json", "home.jpg", "home.jpg.links.json"]],
    ["home", [metadata, markdown], ["home.metadata.json", "home"]],
    ["home.{ext}", [screenshot, metadata, links], ["home.jpg", "home.json.metadata.json", "home.json"]],
    ["{name}", [screenshot, metadata], ["screenshot", "metadata"]],
    ["shots/", [screenshot, metadata], ["shots/0190-screenshot.jpg", "shots/0190-metadata.json"]],
  ];
  for (const [template, outputs, keys] of table) {
    it(`${template} gives ${keys.join(", ")}`, () =>
      expect(storageKeys(template, source, outputs)).to.deep.equal(keys));
  }

  it("has no brackets and colons of an IPv6 host", () => {
    expect(storageKeys("{host}", { ...source, host: "[2001:db8::1]" }, [screenshot])).to.deep.equal(["2001-db8--1"]);
  });

  const parts = "must not begin with a slash nor have empty, . or .. parts between slashes";
  const refused: [template: string, problem: string | RegExp][] = [
    ["{nmae}.jpg", /^has the unknown placeholder \{nmae\}; there are \{id\}, \{name\}, /],
    ["{toString}", /^has the unknown placeholder/],
    ["{}", /^has the unknown placeholder/],
    ["{{id}}", "must have { and } around placeholders only"],
    ["a}", "must have { and } around placeholders only"],
    ["/a", parts],
    ["a//b", parts],
    ["../a", parts],
    ["a/..", parts],
    ["a/./b", parts],
    ["a\u0000b", "must not contain control characters or backslashes"],
    ["a\r\nb", "must not contain control characters or backslashes"],
    ["a\u0085b", "must not contain control characters or backslashes"],
    ["..\\a", "must not contain control characters or backslashes"],
    ["é".repeat(513), "must not be longer than 1024 bytes once filled in"],
    [`${"a".repeat(1000)}{host}{host}{host}`, "must not be longer than 1024 bytes once filled in"],
  ];
  for (const [template, problem] of refused) {
    it(`${JSON.stringify(template.slice(0, 20))} is refused`, () => {
      const said = pathProblem(template, source, [screenshot]);
      if (typeof problem === "string") expect(said).to.equal(problem);
      else expect(said).to.match(problem);
    });
  }

  it("includes suffixes that distinguish outputs in the length limit", () => {
    const long = "a".repeat(1024);
    expect(pathProblem(long, source, [screenshot])).to.equal(null);
    expect(pathProblem(long, source, [screenshot, metadata])).to.match(/1024 bytes/);
  });

  it("may have dots within a part", () => expect(pathProblem("a..b/.c/...", source, [screenshot])).to.equal(null));
});

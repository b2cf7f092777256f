import { expect } from "chai";
import { Type } from "typebox";
import { routes } from "#api/routes.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { cpuTimeMs } from "../support/cpuTime.ts";

/** Characters to repeat. A long run with an end that does not match makes a regular expression backtrack without end. */
const runs = [
  "a",
  "A",
  "0",
  "/",
  ".",
  "-",
  "_",
  " ",
  "*",
  ":",
  "@",
  "%41",
  "a.",
  "a-",
  "*/1 ",
  "http://",
  "a=b&",
  "0 ",
];
const length = 200_000;

/** Each run behind each prefix, and a character at the end that nothing accepts. */
function longTexts(prefixes: readonly string[]): { name: string; text: string }[] {
  return prefixes.flatMap((prefix) =>
    runs.map((run) => ({ name: `${prefix}${run}…`, text: `${prefix}${run.repeat(length / run.length)}\u{1f600}` })),
  );
}

describe("the patterns that requests are held against", () => {
  const patterns = new Map<string, string>();
  for (const { id, body, query, params } of routes) {
    for (const schema of [body, query, params]) collect(schema, id, patterns);
  }

  // Made once, as it takes longer to make them than to test them.
  const texts = longTexts(["", "http://", "https://", "wf_live_", "evt_", "whsec_"]);

  it("are found in the schemas", () => {
    expect([...patterns.keys()]).to.include.members(["^https?://", "^(evt|eml|chn)_[0-9a-f]{32}$"]);
  });

  for (const [pattern, operation] of patterns) {
    it(`${pattern} (${operation}) takes a short time for any text`, () => {
      // As Ajv compiles them.
      const expression = new RegExp(pattern, "u");
      for (const { name, text } of texts)
        expect(
          cpuTimeMs(() => expression.test(text)),
          name,
        ).to.be.lessThan(250);
    });
  }
});

describe("the examples that messages of patterns give", () => {
  const patterns = new Map<string, string>();
  for (const { id, body, query, params } of routes) {
    for (const schema of [body, query, params]) collect(schema, id, patterns);
  }
  const examples = [...patterns.keys()].flatMap((pattern) => {
    const refusal = bodyValidator(Type.String({ pattern }))("\u0000");
    const example = /such as (\S+)$/u.exec(JSON.stringify(refusal).replace(/["}\]]+$/u, ""))?.[1];
    return example === undefined ? [] : [{ pattern, example }];
  });

  it("are found", () => {
    expect(examples.map(({ example }) => example)).to.include.members(["123456:ABC-DEF", "2026-12", "22:00"]);
  });

  for (const { pattern, example } of examples) {
    it(`${example} is accepted`, () => expect(example).to.match(new RegExp(pattern, "u")));
  }
});

describe("the formats that requests are held against", () => {
  const texts = longTexts(["", "a@", "http://", "2026-01-01T"]);
  for (const format of ["uuid", "date-time", "uri", "email"]) {
    it(`${format} takes a short time for any text`, () => {
      const validate = bodyValidator(Type.String({ format }));
      for (const { name, text } of texts)
        expect(
          cpuTimeMs(() => validate(text)),
          name,
        ).to.be.lessThan(250);
    });
  }
});

/** Every `pattern` below a schema, with the operation it was met in first. */
function collect(schema: unknown, operation: string, found: Map<string, string>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "pattern" && typeof value === "string") found.set(value, found.get(value) ?? operation);
    else collect(value, operation, found);
  }
}

import path from "node:path";
import { expect } from "chai";
import { check } from "recheck";
import {
  expressionsIn,
  isPlainlyLinear,
  type Pattern,
  patternBuilders,
  patternsBuiltBy,
  patternsIn,
} from "../support/patterns.ts";
import reviewedPatterns from "./patterns.json" with { type: "json" };

const root = path.join(import.meta.dirname, "..", "..");
const folders =
  "activities api async clients console data egress markup mcp orders rules schemas stack telemetry temporal-config vault worker workflows".split(
    " ",
  );

/** The checker's verdict on a pattern: null if it takes linear time. */
async function faultOf({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | null> {
  const verdict = await check(source, flags, { checker: "automaton", timeout: 10_000 });
  if (verdict.status === "safe") return null;
  return verdict.status === "vulnerable" ? `${verdict.complexity.summary} time` : `not decided (${verdict.error.kind})`;
}

// The checker's other programs need Java or are built for one system.
process.env["RECHECK_BACKEND"] = "pure";

describe("regular expressions", function () {
  this.timeout(60_000);
  const patterns = patternsIn(root, folders);
  const doubtful = patterns.filter((pattern) => !isPlainlyLinear(pattern));

  it("take linear time, or read texts with a stated bound", async () => {
    expect(patterns.length).to.be.above(400);
    const reviewed = new Set([...reviewedPatterns.linear, ...Object.keys(reviewedPatterns.bounded)]);
    const faults: string[] = [];
    for (const pattern of doubtful.filter(({ key }) => !reviewed.has(key))) {
      const fault = await faultOf(pattern);
      if (fault !== null) faults.push(`${pattern.at} ${pattern.key}: ${fault}`);
    }
    expect(faults).to.deep.equal([]);
  });

  it("are reviewed only if they exist", () => {
    const existing = new Set(doubtful.map(({ key }) => key));
    const gone = [...reviewedPatterns.linear, ...Object.keys(reviewedPatterns.bounded)].filter(
      (key) => !existing.has(key),
    );
    expect(gone).to.deep.equal([]);
  });

  it("are made in a file with a stated bound by the listed expressions only", () => {
    for (const [file, { expressions }] of Object.entries(reviewedPatterns.built))
      expect(expressionsIn(root, file), file).to.deep.equal(expressions);
  });

  it("take linear time if a file makes them of strings, or read texts with a stated bound", async () => {
    const builders = patternBuilders(root, folders);
    const bounded = Object.keys(reviewedPatterns.built);
    expect(bounded.filter((file) => !builders.includes(file))).to.deep.equal([]);
    const faults: string[] = [];
    for (const file of builders.filter((builder) => !bounded.includes(builder))) {
      const built = await patternsBuiltBy(root, file);
      if (built.length === 0) faults.push(`${file} makes patterns later; state their bound in patterns.json`);
      for (const pattern of built) {
        const fault = await faultOf(pattern);
        if (fault !== null) faults.push(`${pattern.at} ${pattern.key.slice(0, 100)}: ${fault}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it("are found faulty if they look at one place again and again", async () => {
    const faults = await Promise.all([/\s+$/u, /(a|a)*$/, /^\s*a?\s*$/].map(faultOf));
    expect(faults.map((fault) => fault !== null)).to.deep.equal([true, true, true]);
    expect(await faultOf(/^\s+|(?:\[\s*)?"a+"/u)).to.equal(null);
  });

  // `CHECK_PATTERNS=1` decides every listed pattern again, in a minute.
  (process.env["CHECK_PATTERNS"] === undefined ? it.skip : it)("are linear where the list says so", async function () {
    this.timeout(600_000);
    for (const pattern of doubtful.filter(({ key }) => reviewedPatterns.linear.includes(key)))
      expect(await faultOf(pattern), pattern.at).to.equal(null);
  });
});

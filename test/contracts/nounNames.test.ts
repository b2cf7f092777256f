import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const root = path.join(import.meta.dirname, "..", "..");
/** Lines from a declaration to its last use over which a bare participle still explains itself. */
const maxSpan = 6;
/** Participles and adjectives that describe a value without saying what it is. */
const words =
  "accepted|added|asked|bare|begun|captured|changed|chosen|claimed|closed|collapsed|common|compared|cut|declared|dismissed|done|drawn|" +
  "ended|excluded|existing|expired|extracted|failed|filled|finished|found|framed|given|granted|held|hidden|idle|inherited|installed|" +
  "judged|kept|known|launched|linked|listed|loaded|marked|matched|matching|measured|missed|missing|named|opened|own|owned|paused|" +
  "pending|plain|printed|raw|read|recorded|refunded|refused|rest|reserved|resolved|running|saved|sealed|seen|sent|served|set|shared|" +
  "shown|skipped|started|stopped|stored|taken|told|tried|typed|usable|usual|waiting|wanted|watched|written|wrong";
const declaration = new RegExp(String.raw`^( *)(?:export )?(?:const|let) \[?(${words})\b`);
/** A function is named by a verb, and some verbs look like participles. */
const functionValue = /= (?:async )?(?:<[^>]*>)?(?:\([^()]*\)|\w+)(?:: [^=]+)? =>/;

const sources = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /^(?!test\/)[^/]+\//.test(file) && !file.includes("/generated/"));

/** Declarations in a text that are named by a bare participle and used for more than `maxSpan` lines, as `line: name`. */
function bareNames(text: string): string[] {
  const lines = text.split("\n").map((line) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? "" : line));
  return lines.flatMap((line, index) => {
    const [, indent = "", name] = declaration.exec(line) ?? [];
    if (name === undefined || functionValue.test(line)) return [];
    return lastUse(lines.slice(index), indent.length, name) > maxSpan ? [`${index + 1}: ${name}`] : [];
  });
}

/** Lines from the first one to the last use of a name in the block around it, which ends with the indentation. */
function lastUse(lines: readonly string[], indent: number, name: string): number {
  const end = lines.findIndex((line) => line.trim() !== "" && line.search(/\S/) < indent);
  const use = new RegExp(String.raw`(?:^|\.{3}|[^\w."'])${name}\b(?![:"'])`);
  return lines.slice(0, end === -1 ? lines.length : end).findLastIndex((line) => use.test(line));
}

describe("names of values", () => {
  it("are nouns if more than a few lines use them", () => {
    expect(sources.length).to.be.above(1_000);
    const names = sources.flatMap((file) =>
      bareNames(readFileSync(path.join(root, file), "utf8")).map((name) => `${file}:${name}`),
    );
    expect(names).to.deep.equal([]);
  });

  const away = "\n".repeat(maxSpan);
  for (const [where, code] of [
    ["a file", `const found = 1;${away}\nuse(found);`],
    ["a block", `{\n  let found = 1;${away}\n  use(...found);\n}`],
    ["a state", `  const [found, setFound] = useState(0);${away}\n  use(found);`],
  ] as const)
    it(`are found in ${where}`, () => expect(bareNames(code)).to.have.length(1));

  for (const [what, code] of [
    ["a short use", `const found = 1;\nuse(found);${away}`],
    ["a noun", `const foundPage = 1;${away}\nuse(foundPage);`],
    ["a function", `const found = (page: Page): void => use(page);${away}\nfound(1);`],
    ["another block", `  const found = 1;\n}${away}\n  use(found);`],
    ["a field", `const found = 1;${away}\nuse({ found: page.found });`],
  ] as const)
    it(`are not found in ${what}`, () => expect(bareNames(code)).to.deep.equal([]));
});

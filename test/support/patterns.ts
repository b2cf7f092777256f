import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type CallExpression, type NewExpression, parseSync, Visitor } from "oxc-parser";

/** A regular expression literal. `at` is `file:line`, `key` the literal itself. */
export type Pattern = { at: string; source: string; flags: string; key: string };

/** Every regular expression literal in the folders, with its place. */
export function patternsIn(root: string, folders: readonly string[]): Pattern[] {
  return sourcesIn(root, folders).flatMap((file) => patternsInFile(root, file));
}

function sourcesIn(root: string, folders: readonly string[]): string[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
    { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] },
  );
  return files.toSorted();
}

/** Files below the folders that make regular expressions of strings. */
export function patternBuilders(root: string, folders: readonly string[]): string[] {
  return sourcesIn(root, folders).filter((file) => /\bRegExp\(/.test(readFileSync(path.join(root, file), "utf8")));
}

/** The source of each regular expression that a file makes of strings: the arguments of each `RegExp(…)`, in the order of the file. */
export function expressionsIn(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const found: string[] = [];
  const note = ({ callee, arguments: parts }: CallExpression | NewExpression): void => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) return;
    found.push(shortened(text.slice(first.start, last.end).replaceAll(/\s+/g, " ")));
  };
  new Visitor({ NewExpression: note, CallExpression: note }).visit(parseSync(file, text).program);
  return found;
}

const maxExpressionChars = 200;

/** A long expression is its beginning and its hash. */
function shortened(expression: string): string {
  if (expression.length <= maxExpressionChars) return expression;
  const hash = createHash("sha256").update(expression).digest("hex").slice(0, 16);
  return `${expression.slice(0, 60)}… sha256 ${hash}`;
}

/** Loads a file once more. Returns the regular expressions that it makes of strings meanwhile. */
export async function patternsBuiltBy(root: string, file: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const address = pathToFileURL(path.join(root, file)).href;
  // Packages that it imports are loaded first, so that only its own patterns are met.
  await import(address);
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const made = new target(source, flags);
      found.push({ at: file, source: made.source, flags: made.flags, key: String(made) });
      return made;
    },
  });
  try {
    await import(`${address}?patterns`);
  } finally {
    globalThis.RegExp = plain;
  }
  return found;
}

/**
 * A slash where a value begins: behind an operator, an opening bracket or a word that a value follows. No literal stands
 * elsewhere. Begins and ends of comments are left out.
 */
const beginOfLiteral =
  /(?:^|[(,=:[!&|?{};+\-%~^<>]|\.\.\.|\b(?:await|case|default|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield))\s*\/(?![/*])/;

function patternsInFile(root: string, file: string): Pattern[] {
  const text = readFileSync(path.join(root, file), "utf8");
  // To parse every file of the repository takes seconds.
  if (!beginOfLiteral.test(text)) return [];
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern: source, flags } = node.regex;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ at: `${file}:${line}`, source, flags, key: `/${source}/${flags}` });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/**
 * Whether a pattern is linear by its form: it has no loop without a bound, or one loop behind a `^` at the begin of the
 * text, and repeats no group.
 */
export function isPlainlyLinear({ source, flags }: Pattern): boolean {
  const bare = source
    .replaceAll(/\\[^]/g, "x")
    .replaceAll(/\[[^\]]*\]/g, "c")
    .replaceAll(/\(\?[<!=:]+/g, "(");
  const loops = bare.match(/[*+]|\{\d+,\}/g) ?? [];
  if (loops.length === 0) return true;
  const isAnchored = bare.startsWith("^") && !flags.includes("m") && !hasTopLevelChoice(bare);
  return loops.length === 1 && isAnchored && !/\)[*+{]/.test(bare);
}

/** Whether `|` divides the pattern itself and not only a group. */
function hasTopLevelChoice(bare: string): boolean {
  let depth = 0;
  for (const character of bare) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) return true;
  }
  return false;
}

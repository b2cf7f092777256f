import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildConsole } from "#stack/consoleBuild.ts";

const built = join(import.meta.dirname, "../../console/dist");
const read = (file: string): string => readFileSync(join(built, file), "utf8");
const maxBytes = 300_000;

/** Scripts that `index.html` loads at once. */
function eagerScripts(): string[] {
  const html = read("index.html");
  return [...html.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file);
}

/** The scripts with every script that they import at once. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, name] of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(`assets/${name}`);
  };
  files.forEach(follow);
  return found;
}

const sizeOf = (files: Iterable<string>, compress: (text: string) => Buffer): number =>
  [...files].reduce((sum, file) => sum + compress(read(file)).length, 0);

/** The script of a screen. The entry names it. */
function screenScript(name: string): string {
  const [entry = ""] = eagerScripts();
  const [, file] = new RegExp(`\\./(${name}-[\\w-]+\\.js)`).exec(read(entry)) ?? [];
  if (file === undefined) throw new Error(`The entry names no script of ${name}.`);
  return `assets/${file}`;
}

describe("the console's first view", function () {
  this.timeout(120_000);
  before(() => buildConsole(() => undefined));

  it("needs at most 300 kB of compressed script, with the log-in or the overview", () => {
    const eager = eagerScripts();
    expect(sizeOf(withImports(eager), gzipSync)).to.be.within(50_000, maxBytes);
    for (const screen of ["LoginScreen", "OverviewScreen"]) {
      const files = withImports([...eager, screenScript(screen)]);
      expect(files.size, screen).to.be.above(eager.length);
      expect(sizeOf(files, gzipSync), screen).to.be.below(maxBytes);
      expect(sizeOf(files, brotliCompressSync), screen).to.be.below(maxBytes);
    }
  });
});

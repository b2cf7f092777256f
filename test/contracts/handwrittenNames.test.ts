import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A name that a change of its kind writes by hand. `goal` is for its kind; `ceiling` may only fall. */
type Name = { kind: "option" | "setting of monitors" | "channel" | "extractor"; goal: number; ceiling: number };

const names: Readonly<Record<string, Name>> = {
  reducedMotion: { kind: "option", goal: 3, ceiling: 3 },
  maxHeight: { kind: "option", goal: 3, ceiling: 3 },
  hoverSelector: { kind: "option", goal: 3, ceiling: 2 },
  waitForHidden: { kind: "option", goal: 3, ceiling: 2 },
  failOnRequests: { kind: "option", goal: 3, ceiling: 2 },
  ignoreTlsErrors: { kind: "option", goal: 3, ceiling: 3 },
  cacheKey: { kind: "option", goal: 3, ceiling: 1 },
  cacheTtl: { kind: "option", goal: 3, ceiling: 3 },
  blockUrls: { kind: "option", goal: 3, ceiling: 2 },
  waitForSelector: { kind: "option", goal: 3, ceiling: 3 },
  recording: { kind: "option", goal: 3, ceiling: 30 },
  notifyRecovery: { kind: "setting of monitors", goal: 3, ceiling: 3 },
  quietHours: { kind: "setting of monitors", goal: 3, ceiling: 7 },
  ignoreDefaults: { kind: "setting of monitors", goal: 3, ceiling: 5 },
  ntfy: { kind: "channel", goal: 3, ceiling: 3 },
  videos: { kind: "extractor", goal: 6, ceiling: 6 },
};

/**
 * Other things with one of these names: the design tokens and the sitemaps of a page, a method and options of the browser, and
 * settings of other tools, which their importers translate.
 */
const otherThings =
  /^(?:activities\/extract\/design\/|schemas\/extracts\/appearance|markup\/sitemap|activities\/browser\/(?:steps\/actions|recording\/screencast|inPage\/scrolling)|clients\/cli\/src\/monitorFiles\/)/;

const sources = globSync(
  "{activities,api,async,clients,console,data,egress,markup,mcp,orders,rules,schemas,stack,telemetry,temporal-config,vault,worker,workflows}/**/*.{ts,tsx,py}",
  {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|generated)(?:\/|$)/.test(path),
  },
).filter((path) => !otherThings.test(path));

/** The code of a file without its comments. */
function codeOf(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, "");
}

describe("names written by hand", () => {
  const codes = new Map(sources.map((path) => [path, codeOf(path)]));

  for (const [name, { kind, goal, ceiling }] of Object.entries(names)) {
    const files = [...codes].filter(([, code]) => new RegExp(String.raw`\b${name}\b`).test(code)).map(([path]) => path);

    it(`${name} (${kind}): ${files.length} source files, at most ${ceiling}, in the end ${goal}`, () => {
      expect(files.length, `${files.join("\n")}\n`).to.be.within(1, ceiling);
    });
  }
});

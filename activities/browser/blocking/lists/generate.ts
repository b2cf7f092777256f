import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/*
 * `npm run blocklists` writes observedAdHosts.json from the installed third-party-web (MIT).
 * Includes advertising and analytics hosts that the HTTP Archive has seen.
 * Leaves out hosts that ads.json keeps and hosts that are already on another list.
 */

type Entity = { category: string; domains: string[] };
type List = { hosts?: string[]; keep?: string[]; vendors?: string[] };

const folder = import.meta.dirname;
const dist = join(dirname(createRequire(import.meta.url).resolve("third-party-web/package.json")), "dist");
const output = join(folder, "observedAdHosts.json");

async function readJson<Value>(path: string): Promise<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own lists and an exactly pinned package
  return JSON.parse(await readFile(path, "utf8")) as Value;
}

/** A host and its parent domains. */
function domainSuffixes(host: string): string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

const entities = await readJson<Entity[]>(join(dist, "entities-nostats.json"));
const seenHosts = new Set(
  (await readFile(join(dist, "domain-map.csv"), "utf8"))
    .split("\n")
    .flatMap((line) => domainSuffixes(line.split(",", 1)[0] ?? "")),
);
const ads = await readJson<List>(join(folder, "ads.json"));
const others = await Promise.all(
  ["chatWidgets", "popups", "accessibilityWidgets", "cookieBanners"].map((name) =>
    readJson<List>(join(folder, `${name}.json`)),
  ),
);
const excludedHosts = new Set(
  [ads, ...others].flatMap(({ hosts = [], keep = [], vendors = [] }) => [...hosts, ...keep, ...vendors]),
);

const hosts = entities
  .filter(({ category }) => category === "ad" || category === "analytics")
  .flatMap(({ domains }) => domains.map((domain) => domain.replace(/^\*\./u, "").toLowerCase()))
  .filter((host) => seenHosts.has(host) && !domainSuffixes(host).some((each) => excludedHosts.has(each)));

const before = await readJson<string[]>(output);
const after = [...new Set(hosts)].toSorted();
await writeFile(output, `${JSON.stringify(after, null, 2)}\n`);
console.log(`${after.length} hosts; new: ${after.filter((host) => !before.includes(host)).join(", ") || "none"}`);
console.log(`gone: ${before.filter((host) => !after.includes(host)).join(", ") || "none"}`);

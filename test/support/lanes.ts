import { type ImportGraph, reachedFrom, testFilesIn } from "./importGraph.ts";

/** Files that start or find the servers and the browser. A test that reaches one of them needs servers. */
const serverStarters = ["stack/servers.ts", "stack/startStack.ts", "test/support/provisioned.ts"];

/** Tests with strict deadlines or exact pixels, or that encode as they record. They run alone, after all others. */
const exacting = [
  ...files(
    "browser",
    "abort",
    "captureTimes",
    "hostile",
    "misbehaviour",
    "navigation",
    "recordingHostile",
    "revealed",
    "still",
    "waiting",
  ),
  ...files("api", "rateLimits", "replyTimes", "slowClients"),
  ...files("console", "modeSpeed", "overviewSpeed"),
  ...files("workflows", "workTimes"),
];
/** Tests that keep several workers busy. Other tests of killed processes mostly wait. */
const floods = files("e2e", "crawl", "randomFaults");
const sequences = files(
  "workflows",
  "monitor",
  "monitorHistory",
  "monitorMute",
  "monitorRecovery",
  "monitorSequences",
  "monitorSteering",
  "monitorThreshold",
);
/** Tests of the console that compute: they scan, search or measure every screen. */
const scans = files("console", "accessibility", "hostile", "pictures", "secondAccount", "tallPictures");
/** Tests of captures that block, record or print. */
const obstacles = files(
  "browser",
  "blocking",
  "blockingHostile",
  "blockingLocks",
  "hostileTexts",
  "lateEvents",
  "lazyLoaders",
  "noDocument",
  "pdf",
  "recording",
  "rootless",
);
const pages = files("workflows", "crawl", "crawlEnd", "hostThrottle", "renderBatch", "renderSchedule");

/** Tests without servers that take more than 3 seconds each. They run in the lane `rest`, so that the unit tests stay fast. */
const slow = [
  ...files("activities", "hostileTexts", "processPool"),
  ...files("clients", "generated", "transport"),
  ...files("compare", "pairs", "textChanges"),
  ...files("console", "firstView"),
  ...files("contracts", "regularExpressions"),
  ...files("crawl", "robotsFile"),
  ...files("egress", "policy", "rebinding", "upstreamProxy"),
  ...files("extract", "documentBombs", "pdfDocument"),
  ...files("http", "hostileHtml"),
  ...files("rules", "cronZones"),
  ...files("workflows", "replay"),
];

/** Lanes of chosen files. */
const chosenLanes = { pages, floods, sequences, scans, obstacles, rest: slow };
/** Lanes of whole folders, without the chosen files. Other folders are in the lane `rest`. */
const folderLanes = {
  workflows: ["workflows"],
  clients: ["clients", "mcp"],
  screens: ["console"],
  stacks: ["stack", "deploy"],
  api: ["api"],
  e2e: ["e2e"],
  browser: ["browser"],
};
/**
 * The halves of a processor that each lane uses. Those of two halves come first, beside the longest lane of one half: while
 * others wait, an ended lane of one half never leaves room for them. Then long lanes come first, so that none is left alone at
 * the end.
 */
const laneHalves = {
  scans: 2,
  screens: 1,
  rest: 2,
  floods: 2,
  workflows: 1,
  clients: 1,
  api: 1,
  stacks: 1,
  browser: 1,
  e2e: 1,
  obstacles: 1,
  sequences: 1,
  pages: 1,
};

/** Every test file that this module names. */
export const namedTests: readonly string[] = [...exacting, ...slow, ...Object.values(chosenLanes).flat()];

/** Test files that one process runs, and the halves of a processor that it uses. */
export type Lane = { tests: string[]; halves: number };

/** Test files by where they run. `unit` come first, `lanes` side by side, and `exacting` alone at the end. */
export type TestPlan = { unit: string[]; lanes: Lane[]; exacting: string[] };

/** Assigns test files to lanes. Each file is in exactly one place, and no lane is empty. */
export function planTests(graph: ImportGraph, tests: readonly string[] = testFilesIn(graph)): TestPlan {
  const unit = tests.filter((test) => !slow.includes(test) && isUnitTest(graph, test));
  const withServers = tests.filter((test) => !unit.includes(test) && !exacting.includes(test));
  const byLane = Map.groupBy(withServers, laneOf);
  return {
    unit,
    lanes: Object.entries(laneHalves)
      .map(([name, halves]) => ({ tests: byLane.get(name) ?? [], halves }))
      .filter(({ tests: inLane }) => inLane.length > 0),
    exacting: tests.filter((test) => exacting.includes(test)),
  };
}

/**
 * Whether a test needs no server: it reaches nothing that starts servers, and no code of tests that starts a program.
 * A process pool of the product itself is no obstacle.
 */
function isUnitTest(graph: ImportGraph, test: string): boolean {
  const reached = reachedFrom(graph, test);
  const startsPrograms = [...reached].some(
    (file) => file.startsWith("test/") && graph.get(file)?.includes("node:child_process"),
  );
  return !startsPrograms && !serverStarters.some((file) => reached.has(file));
}

function laneOf(test: string): string {
  const byName = Object.entries(chosenLanes).find(([, tests]) => tests.includes(test));
  const folder = test.split("/")[1] ?? "";
  const byFolder = Object.entries(folderLanes).find(([, folders]) => folders.some((name) => name === folder));
  return byName?.[0] ?? byFolder?.[0] ?? "rest";
}

function files(folder: string, ...names: string[]): string[] {
  return names.map((name) => `test/${folder}/${name}.test.ts`);
}

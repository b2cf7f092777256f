import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run test:unit` runs the tests that need neither a server nor a browser, in seconds. `npm test` runs them too.
// A test belongs here when nothing that it imports starts a server or a browser.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const unitTests: Readonly<Record<string, readonly string[]>> = {
  activities: ["alertMail", "processPool", "runEvent", "standardWebhooks"],
  api: ["workQueue"],
  browser: ["launch", "navigationErrors"],
  compare: ["pageRegions", "pairs"],
  contracts: ["errorsDocument", "limitsDocument", "version"],
  crawl: ["pageUrl", "pathGlobs", "robots", "scope", "traps", "yieldingIterator"],
  deploy: ["kubernetes"],
  egress: ["address"],
  extract: ["cutting", "mainContent", "markdown", "probe", "srcset"],
  schemas: ["nearestNames", "patterns", "plans", "validate"],
  stack: ["documents"],
  telemetry: ["countActivities", "logger"],
  "temporal-config": ["codecServer", "target"],
  vault: ["apiKey", "outputUrl", "seal"],
  workflows: ["changeVerdict", "cron", "nextItem", "rules", "storageKeys"],
};

const files = Object.entries(unitTests).flatMap(([folder, names]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`),
);
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const options = ["--no-config", "--reporter", join(root, "test/support/reporter.ts"), "--timeout", "30000"];
const run = spawn(
  process.execPath,
  [mocha, ...options, "--require", join(root, "test/support/unitHooks.ts"), ...files],
  {
    cwd: root,
    stdio: "inherit",
  },
);
run.on("close", (code) => process.exit(code ?? 1));

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readImportGraph } from "./importGraph.ts";
import { planTests } from "./lanes.ts";
import { run, unitLane } from "./runLane.ts";

// `npm run test:unit` runs the tests that need neither a server nor a browser, in seconds. `npm test` runs them first.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { code } = await run(unitLane(planTests(readImportGraph(root)).unit), true);
process.exit(code);

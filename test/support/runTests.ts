import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm test`: types, lint, format and unused code first, as they are quick to say what is wrong, then every test.
// Names of test files may follow (`npm test -- test/api/render.test.ts`); then only those run.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = process.argv.slice(2);
const steps: [string, string[]][] = [
  ...(files.length === 0 ? ([["npm", ["run", "--silent", "check"]]] satisfies [string, string[]][]) : []),
  [process.execPath, [join(root, "node_modules/mocha/bin/mocha.js"), ...(files.length === 0 ? ["test/**/*.test.ts"] : files)]],
];
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

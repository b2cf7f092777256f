import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm test`: types, lint, format and unused code first, as they are quick to say what is wrong, then every test.
// Names of test files may follow (`npm test -- test/api/render.test.ts`); then only those run.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = process.argv.slice(2);
const steps: [string, string[]][] = [
  ...(files.length === 0 ? ([["npm", ["run", "--silent", "check"]]] satisfies [string, string[]][]) : []),
  [
    process.execPath,
    [join(root, "node_modules/mocha/bin/mocha.js"), ...(files.length === 0 ? ["test/**/*.test.ts"] : files)],
  ],
];
for (const [command, args] of steps) {
  const step = spawn(command, args, { cwd: root, stdio: "inherit" });
  const pass = (signal: NodeJS.Signals): void => void step.kill(signal);
  process.on("SIGTERM", pass).on("SIGINT", pass);
  const [code] = await once(step, "exit");
  process.off("SIGTERM", pass).off("SIGINT", pass);
  if (code !== 0) process.exit(typeof code === "number" ? code : 1);
}

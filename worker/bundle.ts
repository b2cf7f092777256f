import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cacheDirectory = join(root, "node_modules/.cache/watchframe");

/**
 * The workflow bundle. It is built once per state of the sources and cached in `node_modules`, as bundling takes seconds and
 * all workers of a deployment need the same code. With `traced`, it includes the trace interceptors.
 */
export async function workflowBundle({ traced = false } = {}): Promise<{ codePath: string }> {
  const codePath = join(cacheDirectory, `workflows-${await sourcesHash()}${traced ? "-traced" : ""}.js`);
  const cached = await readFile(codePath, "utf8").catch(ignoreMissing);
  if (cached !== null) return { codePath };
  const workflowsPath = join(root, "workflows/index.ts");
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: traced ? [join(root, "workflows/traceInterceptors.ts")] : [],
    logger: new DefaultLogger("WARN"),
  });
  await mkdir(cacheDirectory, { recursive: true });
  const temporary = `${codePath}.${process.pid}`;
  await writeFile(temporary, code);
  await rename(temporary, codePath);
  return { codePath };
}

async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256");
  hash.update(String(createRequire(import.meta.url)("@temporalio/workflow/package.json").version));
  for (const folder of ["workflows", "orders", "rules", "schemas"]) {
    const files = await readdir(join(root, folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith(".ts")).toSorted()) {
      hash.update(file).update(await readFile(join(root, folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

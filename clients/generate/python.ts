import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openApi } from "#api/openapi/document.ts";
import { routes } from "#api/routes.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { type ProvisionContext, runCommand } from "#stack/provision/context.ts";
import { provisionPython } from "#stack/provision/python.ts";
import { findResources, type Resource } from "./clientMethods.ts";
import { pythonDocument } from "./pythonDocument.ts";

const client = path.resolve(import.meta.dirname, "../python");

/** Path of Python with the packages that generate, check and test the Python client. Null without Python 3.11 or newer. */
export async function findPython(env: NodeJS.ProcessEnv): Promise<string | null> {
  const requirements = path.join(client, "requirements.txt");
  const hash = createHash("sha256").update(await readFile(requirements));
  const context: ProvisionContext = { env, cacheDir: cacheDirOf(env), onLine: (line) => console.log(`    ${line}`) };
  return provisionPython(
    { name: "python-client", version: hash.digest("hex").slice(0, 12), requirements, minPython: [3, 11] },
    context,
  );
}

/** The resources with the methods that a program can use. */
function programResources(): Resource[] {
  const resources = findResources(routes);
  return resources.map((resource) => ({
    ...resource,
    methods: resource.methods.filter((each) => each.browser !== true),
  }));
}

/** The generated files of the Python client, by their path, as they must be for the API's routes. */
export async function generatePython(python: string, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), "watchframe-python-"));
  try {
    const document = path.join(folder, "openapi.json");
    const outputFolder = path.join(folder, "generated");
    await writeFile(document, JSON.stringify(pythonDocument(openApi(routes, { publicUrl: "http://127.0.0.1" }))));
    const resources = path.join(folder, "resources.json");
    await writeFile(resources, JSON.stringify(programResources()));
    const args = [path.join(client, "generate/generate.py"), document, resources, outputFolder];
    await runCommand({ file: python, args, env });
    const files = (await readdir(outputFolder)).toSorted().map(async (name) => {
      const text = await readFile(path.join(outputFolder, name), "utf8");
      return [`clients/python/watchframe/generated/${name}`, text] as const;
    });
    return Object.fromEntries(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

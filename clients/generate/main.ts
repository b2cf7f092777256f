import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";
import { findPython, generatePython } from "./python.ts";

// `npm run client:generate` writes the generated files of the clients. A test fails when they are stale.
await write(await generate());
const python = await findPython(process.env);
if (python !== null) await write(await generatePython(python, process.env));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await writeFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text);
  }
}

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";

// `npm run client:generate` writes the generated files of the client. A test fails when they are stale.
for (const [name, text] of Object.entries(await generate())) {
  await writeFile(fileURLToPath(new URL(`../typescript/src/generated/${name}`, import.meta.url)), text);
}

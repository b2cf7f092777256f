#!/usr/bin/env node
// The published package runs its bundle. A checkout runs the sources with the packages' Node.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The package has no sources. Its neighbours may have a file of any other name.
const sources = new URL("../src/main.ts", import.meta.url);

if (existsSync(sources)) {
  process.argv.splice(2, 0, fileURLToPath(sources));
  await import("../../../stack/bootstrap.mjs");
} else {
  await import("../dist/watchframe.js");
}

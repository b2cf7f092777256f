import { readFileSync, writeFileSync } from "node:fs";
import { withImportTables } from "./importTable.ts";

// `npm run import-table` writes the linter's table of imports into the document. A test fails while they differ.
const document = new URL("../../docs/architecture.md", import.meta.url);
writeFileSync(document, withImportTables(readFileSync(document, "utf8")));

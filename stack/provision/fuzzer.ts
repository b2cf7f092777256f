import path from "node:path";
import type { ProvisionContext } from "./context.ts";
import { provisionPython } from "./python.ts";

/** Path of Schemathesis, which fuzzes an API by its OpenAPI document. Null without a Python with pip. */
export function provisionFuzzer(context: ProvisionContext): Promise<string | null> {
  const script = "from schemathesis.cli import schemathesis; schemathesis(prog_name='schemathesis')";
  return provisionPython(
    {
      name: "schemathesis",
      version: "4.32.5",
      // Schemathesis and its dependencies, with checksums.
      requirements: path.join(import.meta.dirname, "schemathesis", "requirements.txt"),
      minPython: [3, 11],
      start: ["-c", script],
    },
    context,
  );
}

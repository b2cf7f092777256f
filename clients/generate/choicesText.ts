import type { JsonSchema } from "#api/openapi/types.ts";
import { extractNames } from "#schemas/extracts/extracts.ts";

/** Named lists of words that flags of the command line take. */
const choiceNames = [
  "BaselineMode",
  "ChangeOn",
  "DeliveryChannel",
  "DeliveryStatus",
  "DiffMode",
  "JobKind",
  "JobStatus",
  "ScheduleStatus",
  "Visualization",
] as const;

/** The lists of words for the command line, as TypeScript. */
export function choicesText(schemas: Readonly<Record<string, JsonSchema>>): string {
  const choices = Object.fromEntries(choiceNames.map((name) => [name, schemas[name]?.["enum"]]));
  return [
    "/** Names of the extracts. */",
    `export const extractNames = ${JSON.stringify(extractNames)} as const;`,
    "/** The words that an option of this name takes. */",
    `export const choices = ${JSON.stringify(choices)} as const;\n`,
  ].join("\n");
}

import type { JsonSchema } from "#api/openapi/types.ts";
import { extractFlag, extractNames } from "#schemas/extracts/extracts.ts";
import { keysOf } from "#schemas/common.ts";
import { isIn } from "#schemas/options/index.ts";
import { picture } from "#schemas/options/picture.ts";
import { fileOutputs } from "#schemas/renders/files.ts";

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
  const pageExtracts = extractNames.filter((name) => isIn(extractFlag(name), "batch"));
  return [
    "/** Names of the extracts. */",
    `export const extractNames = ${JSON.stringify(extractNames)} as const;`,
    "/** Outputs that are files of the browser. */",
    `export const fileOutputs = ${JSON.stringify(fileOutputs)} as const;`,
    "/** Options of a picture. */",
    `export const pictureOptions = ${JSON.stringify(keysOf(picture))} as const;`,
    "/** Extracts of the pages of batches and crawls. */",
    `export const pageExtracts = ${JSON.stringify(pageExtracts)} as const;`,
    "/** The words that an option of this name takes. */",
    `export const choices = ${JSON.stringify(choices)} as const;\n`,
  ].join("\n");
}

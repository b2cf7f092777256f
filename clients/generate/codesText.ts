import type { JsonSchema } from "#api/openapi/types.ts";
import { apiErrors } from "#schemas/errors.ts";

/** Long lists of words that programs need as values, by the names of their schemas. */
export const codeLists: Readonly<Record<string, string>> = {
  DeviceName: "deviceNames",
  RenderErrorCode: "renderErrorCodes",
};

/** Lists of words as TypeScript. */
export function codesText(schemas: Readonly<Record<string, JsonSchema>>): string {
  const lists = Object.entries(codeLists).map(([name, list]) => listText(list, schemas[name]?.["enum"]));
  return [
    ...lists,
    listText("apiErrorCodes", Object.keys(apiErrors)),
    "/** Code of an error reply. */",
    "export type ApiErrorCode = (typeof apiErrorCodes)[number];\n",
  ].join("\n");
}

function listText(name: string, words: unknown): string {
  return `export const ${name} = ${JSON.stringify(words)} as const;\n`;
}

import type { JsonSchema } from "#api/openapi/types.ts";
import { apiErrors } from "#schemas/errors.ts";

/** Long lists of words that programs need as values, by the names of their schemas. */
export const codeLists: Readonly<Record<string, string>> = {
  DeviceName: "deviceNames",
  RenderErrorCode: "renderErrorCodes",
};

/** Lists of words as TypeScript. */
export function codesText(schemas: Readonly<Record<string, JsonSchema>>): string {
  return [
    devicesText(wordsOf(schemas["DeviceName"])),
    listText("renderErrorCodes", wordsOf(schemas["RenderErrorCode"])),
    listText("apiErrorCodes", Object.keys(apiErrors)),
    "/** Code of an error reply. */",
    "export type ApiErrorCode = (typeof apiErrorCodes)[number];\n",
  ].join("\n");
}

/** The names of devices, from those that are held upright. Most can be turned. */
function devicesText(names: readonly string[]): string {
  const upright = names.filter((name) => !name.endsWith("-landscape"));
  const fixed = upright.filter((name) => !names.includes(`${name}-landscape`));
  return `const devices = ${JSON.stringify(upright)} as const;
const fixedDevices = ${JSON.stringify(fixed)} as const;
type Device = (typeof devices)[number];
type FixedDevice = (typeof fixedDevices)[number];

/** The devices, each that can be turned also in landscape. */
export const deviceNames = devices.flatMap((name) => isFixed(name) ? [name] : [name, \`\${name}-landscape\` as const]);

function isFixed(name: Device): name is FixedDevice {
  return fixedDevices.some((each) => each === name);
}
`;
}

function listText(name: string, words: readonly string[]): string {
  return `export const ${name} = ${JSON.stringify(words)} as const;\n`;
}

/** The words of a schema. */
export function wordsOf(schema: JsonSchema = {}): string[] {
  const { enum: words } = schema;
  return Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
}

import type { JsonSchema } from "#api/openapi/types.ts";
import { selectorNames } from "#schemas/options/index.ts";
import { isSchema } from "./jsonSchemas.ts";

/** The label of each option and of its parts, by its path in the body, and the options' groups, as TypeScript. */
export function optionFactsText(bodies: readonly JsonSchema[]): string {
  const facts = new Map(bodies.flatMap((body) => factsOf(body, "")));
  return `/** Labels of options, and their groups in the order of forms. A common option is shown first. Selectors have a mark. */
export const optionFacts = ${JSON.stringify(Object.fromEntries(facts))} as const;
`;
}

/** The label of each setting of a monitor, by its path in the body, as TypeScript. */
export function settingLabelsText(body: JsonSchema): string {
  const labels = factsOf(body, "").flatMap(([path, { label }]) => (path.startsWith("capture.") ? [] : [[path, label]]));
  return `/** Labels of a monitor's settings. Those of its capture are the options'. */
export const settingLabels = ${JSON.stringify(Object.fromEntries(labels))} as const;
`;
}

type Fact = { label: string; group?: unknown; sample?: unknown; isCommon?: unknown; selects?: true };

const selectors: ReadonlySet<string> = new Set(selectorNames);

function factsOf({ properties }: JsonSchema, path: string): [string, Fact][] {
  return Object.entries(Object(properties)).flatMap(([name, schema]): [string, Fact][] => {
    if (!isSchema(schema)) return [];
    const { "x-label": label, "x-group": group, "x-sample": sample, "x-common": isCommon } = schema;
    const fact = {
      ...(group !== undefined && { group }),
      ...(sample !== undefined && { sample }),
      ...(isCommon !== undefined && { isCommon }),
      ...(path === "" && selectors.has(name) && { selects: true as const }),
    };
    const own: [string, Fact][] = typeof label === "string" ? [[`${path}${name}`, { label, ...fact }]] : [];
    return [...own, ...factsOf(schema, `${path}${name}.`)];
  });
}

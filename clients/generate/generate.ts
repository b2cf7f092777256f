import { format } from "oxfmt";
import { openApi } from "#api/openapi/document.ts";
import type { JsonSchema } from "#api/openapi/types.ts";
import { routes } from "#api/routes.ts";
import { commandsPages } from "../cli/src/commandsPage.ts";
import { choicesText } from "./choicesText.ts";
import { codesText } from "./codesText.ts";
import { findResources } from "./clientMethods.ts";
import { flagsText } from "./flagsText.ts";
import { settingFlagsText, settingsText } from "./settingFlagsText.ts";
import { optionFactsText, settingLabelsText } from "./optionFactsText.ts";
import { isSchema, mapValues } from "./jsonSchemas.ts";
import { operationsText } from "./operationsText.ts";
import { clientText, resourcesText } from "./resourcesText.ts";
import { shapesText } from "./shapesText.ts";

const head = "// Generated from the API's routes by `npm run client:generate`. Do not edit.\n\n";

/** The generated files of the clients and their documentation, by their path, as they must be for the API's routes. */
export async function generate(): Promise<Record<string, string>> {
  const document = openApi(routes, { publicUrl: "http://127.0.0.1" });
  const { schemas } = document.components;
  const render = schemas["RenderRequest"] ?? {};
  const resolve = ({ $ref, ...own }: JsonSchema): JsonSchema => {
    const shape = { ...(typeof $ref === "string" && schemas[$ref.replace("#/components/schemas/", "")]), ...own };
    const { properties, items } = shape;
    if (isSchema(items)) return { ...shape, items: resolve(items) };
    if (!isSchema(properties)) return shape;
    return { ...shape, properties: mapValues(properties, (field) => (isSchema(field) ? resolve(field) : field)) };
  };
  const resources = findResources(routes);
  const files = {
    "clients/typescript/src/generated/shapes.ts": head + shapesText(schemas),
    "clients/typescript/src/generated/codes.ts": head + codesText(schemas),
    "clients/typescript/src/generated/settings.ts": head + settingsText(schemas["MonitorRequest"] ?? {}),
    "clients/typescript/src/generated/operations.ts": head + operationsText(document),
    "clients/typescript/src/generated/resources.ts": head + resourcesText(document, resources),
    "clients/typescript/src/generated/client.ts": head + clientText(document, resources),
    "clients/cli/src/generated/captureFlags.ts": head + flagsText(render, resolve),
    "clients/cli/src/generated/settingFlags.ts":
      head + settingFlagsText(resolve(schemas["MonitorRequest"] ?? {}), resolve),
    "clients/cli/src/generated/choices.ts": head + choicesText(schemas),
    "console/generated/optionFacts.ts":
      head +
      optionFactsText([schemas["CrawlRequest"] ?? {}, render, schemas["MonitorCaptureInput"] ?? {}].map(resolve)),
    "console/generated/settingLabels.ts": head + settingLabelsText(resolve(schemas["MonitorRequest"] ?? {})),
    ...commandsPages(),
  };
  const written = Object.entries(files).map(async ([path, text]) => {
    // Tables of documents stay as they are.
    const code = path.endsWith(".md") ? text : (await format(path, text, { printWidth: 120 })).code;
    return [path, code] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

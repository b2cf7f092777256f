import { format } from "oxfmt";
import { openApi } from "#api/openapi/document.ts";
import { routes } from "#api/routes.ts";
import { apiErrors, renderErrors } from "#schemas/errors.ts";
import { operationsText } from "./operationsText.ts";
import { docText, toTypeText } from "./schemaText.ts";

const head = "// Generated from the API's routes by `npm run client:generate`. Do not edit.\n\n";

/** The generated files of the client, by name, as they must be for the API's routes. */
export async function generate(): Promise<Record<string, string>> {
  const document = openApi(routes, { publicUrl: "http://127.0.0.1" });
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${docText(schema)}export type ${name} = ${toTypeText(schema)};\n`,
  );
  const codes = [
    codesText("ApiErrorCode", "Code of an error reply.", Object.keys(apiErrors)),
    codesText("RenderErrorCode", "Code of a failed job.", Object.keys(renderErrors)),
  ];
  const files = {
    "shapes.ts": head + shapes.join("\n"),
    "codes.ts": head + codes.join("\n"),
    "operations.ts": head + operationsText(document),
  };
  const written = Object.entries(files).map(async ([name, text]) => {
    const { code } = await format(name, text, { printWidth: 120 });
    return [name, code] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

function codesText(name: string, about: string, codes: readonly string[]): string {
  const list = `${name.charAt(0).toLowerCase()}${name.slice(1)}s`;
  return [
    `export const ${list} = ${JSON.stringify(codes)} as const;`,
    `/** ${about} */`,
    `export type ${name} = (typeof ${list})[number];\n`,
  ].join("\n");
}

import { queryOptions } from "@tanstack/react-query";
import { wf } from "../../../api/client.ts";

/** The parts of an option's JSON Schema that the form reads. */
type OptionSchema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  items?: OptionSchema;
  properties?: Record<string, OptionSchema>;
  default?: string | number | boolean;
  description?: string;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  "x-unit"?: string;
};
type ApiDocument = {
  components: { schemas: Record<string, OptionSchema> };
};

/** How a person enters an option. `code` is a long text; `lines` is a list with one entry per line; `headers` has a name and value per line. */
export type OptionKind = "flag" | "choice" | "number" | "text" | "code" | "lines" | "headers" | "json";

/** An option of `POST /render`. */
export type RenderOption = {
  name: string;
  kind: OptionKind;
  /** Plain sentences. Empty if the schema has none. */
  help: string;
  /** Default as text. Null if the default depends on other options. */
  standard: string | null;
  choices: readonly string[];
  unit: string;
  /** Whether the API never shows it again. It stays out of the address. */
  isSecret: boolean;
};

/** The options of `POST /render` from the API's own document. */
export const renderOptionsQuery = queryOptions({
  queryKey: ["openapi", "RenderRequest"],
  queryFn: async ({ signal }): Promise<readonly RenderOption[]> => {
    const document: ApiDocument = await (await wf.operations.getOpenApi({ signal })).json();
    const { schemas } = document.components;
    return Object.entries(schemas["RenderRequest"]?.properties ?? {}).map(([name, schema]) =>
      toOption(name, { ...schemas[schema.$ref?.split("/").at(-1) ?? ""], ...schema }),
    );
  },
  staleTime: Infinity,
});

function toOption(name: string, schema: OptionSchema): RenderOption {
  return {
    name,
    kind: kindOf(schema),
    help: (schema.description ?? "").replaceAll("`", ""),
    standard: schema.default === undefined ? null : String(schema.default),
    choices: schema.enum ?? [],
    unit: schema["x-unit"] ?? "",
    // Cookies are objects with a secret inside.
    isSecret: schema.writeOnly === true || (schema.type === "array" && schema.items?.type !== "string"),
  };
}

/** A text that may be longer than this is entered as code. */
const maxTextChars = 8_192;

function kindOf({ type, enum: choices, items, properties, maxLength = 0 }: OptionSchema): OptionKind {
  if (choices !== undefined) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "lines" : "json";
  if (type !== "object") return maxLength > maxTextChars ? "code" : "text";
  return properties === undefined ? "headers" : "json";
}

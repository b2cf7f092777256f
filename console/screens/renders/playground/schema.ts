import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";

/** The parts of an option's JSON Schema that the form reads. */
type OptionSchema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  items?: OptionSchema;
  default?: string | number | boolean;
  description?: string;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  "x-unit"?: string;
};
type ApiDocument = {
  components: { schemas: Record<string, OptionSchema & { properties?: Record<string, OptionSchema> }> };
};

/** How a person enters an option. `lines` is a list with one entry per line; `headers` has a name and value per line. */
export type OptionKind = "flag" | "choice" | "number" | "text" | "lines" | "headers" | "json";

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
    const { schemas } = (await api.get<ApiDocument>("/openapi.json", { signal })).components;
    return Object.entries(schemas["RenderRequest"]?.properties ?? {}).map(([name, schema]) =>
      toOption(name, { ...schemas[schema.$ref?.split("/").at(-1) ?? ""], ...schema }),
    );
  },
  staleTime: Infinity,
});

function toOption(name: string, schema: OptionSchema): RenderOption {
  const kind = kindOf(schema);
  return {
    name,
    kind,
    help: (schema.description ?? "").replaceAll("`", ""),
    standard: schema.default === undefined ? null : String(schema.default),
    choices: schema.enum ?? [],
    unit: schema["x-unit"] ?? "",
    // Cookies are objects with a secret inside.
    isSecret: schema.writeOnly === true || kind === "json",
  };
}

function kindOf({ type, enum: choices, items }: OptionSchema): OptionKind {
  if (choices !== undefined) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "lines" : "json";
  return type === "object" ? "headers" : "text";
}

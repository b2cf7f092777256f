import type { JsonSchema } from "#api/openapi/types.ts";
import { isSchema, mapValues } from "./jsonSchemas.ts";
import { codeLists, wordsOf } from "./codesText.ts";
import { nullableText, nullableTexts } from "./nullableShapes.ts";
import { docText, fieldTexts, indexText, toTypeText } from "./schemaText.ts";
import { type Shape, shareFields, typeText } from "./shareFields.ts";

/** Objects with as many fields get a name, also where the API has none for them. */
const minNamedFields = 8;

/** All shapes of the API as TypeScript. Objects inherit the fields that they share. */
export function shapesText(schemas: Readonly<Record<string, JsonSchema>>): string {
  const named = withNames(schemas);
  const objects = Object.entries(named).filter(([, schema]) => isObject(schema));
  const shapes = objects.map(([name, schema]) => toShape(name, schema));
  const texts = nullableTexts(shapes);
  for (const shape of shareFields(shapes.filter(({ name }) => !texts.has(name))))
    texts.set(shape.name, typeText(shape));
  const others = Object.entries(named).filter(([, schema]) => !isObject(schema));
  for (const [name, schema] of others) {
    const list = codeLists[name];
    const type = list === undefined ? pathsText(schema, shapes) : `(typeof ${list})[number]`;
    texts.set(name, `${docText(schema)}export type ${name} = ${type};\n`);
  }
  const lists = `import type { ${Object.values(codeLists).join(", ")} } from "./codes.ts";\n`;
  return [lists, nullableText, ...texts.values()].join("\n");
}

/** The type of a schema. Paths to all fields of a shape, such as `capture.theme`, are derived from it. */
function pathsText(schema: JsonSchema, shapes: readonly Shape[]): string {
  const words = wordsOf(schema);
  const paths = words.map((word) => /^(?<start>\w+)\.(?<field>\w+)$/.exec(word)?.groups ?? {});
  const whole = shapes.find(({ fields }) => {
    const own = paths.filter(({ field }) => field !== undefined && fields.has(field));
    return fields.size >= minNamedFields && own.length === fields.size;
  });
  const start = paths.find(({ field }) => field !== undefined && whole?.fields.has(field) === true)?.["start"];
  if (whole === undefined || start === undefined) return toTypeText(schema);
  const others = words.filter((_, index) => paths[index]?.["start"] !== start);
  if (words.length - others.length !== whole.fields.size) return toTypeText(schema);
  return `${toTypeText({ enum: others })} | \`${start}.\${keyof ${whole.name}}\``;
}

function isObject({ type, "x-forms": forms }: JsonSchema): boolean {
  return type === "object" && forms === undefined;
}

function toShape(name: string, schema: JsonSchema): Shape {
  return { name, doc: docText(schema), fields: fieldTexts(schema), index: indexText(schema), base: null, heirs: [] };
}

/** The schemas, with a named schema for each large object inside another one. */
function withNames(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const addedSchemas: Record<string, JsonSchema> = {};
  const namedSchemas = mapValues(schemas, (schema, name) => ({
    ...schema,
    ...(isSchema(schema["properties"]) && {
      properties: mapValues(schema["properties"], (field, key) =>
        isSchema(field) ? nameObjects(field, name + key.charAt(0).toUpperCase() + key.slice(1), addedSchemas) : field,
      ),
    }),
  }));
  return { ...namedSchemas, ...addedSchemas };
}

function nameObjects(schema: JsonSchema, name: string, added: Record<string, JsonSchema>): JsonSchema {
  const { properties, items, description } = schema;
  if (isSchema(items)) return { ...schema, items: nameObjects(items, `${name}Item`, added) };
  if (!isObject(schema) || Object.keys(Object(properties)).length < minNamedFields) return schema;
  added[name] = schema;
  return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) };
}

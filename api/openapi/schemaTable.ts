import { escapeHtml } from "#markup/html.ts";
import type { Json } from "#schemas/common.ts";
import { anchor, inline } from "./style.ts";
import type { JsonSchema, Parameter } from "./types.ts";

/** A table of an object's fields, with those of objects in it that have no name of their own; empty where the schema has none. */
export function fieldsTable(schema: JsonSchema): string {
  return table("Field", fieldRows(schema, ""));
}

function fieldRows(schema: JsonSchema, path: string): string[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(objectOf(schema["properties"])).flatMap(([key, value]) => {
    const field = objectOf(value);
    const name = `${path}${key}`;
    return [row({ name, schema: field, required: required.includes(key) }), ...innerRows(field, name)];
  });
}

function innerRows(schema: JsonSchema, name: string): string[] {
  const either = Array.isArray(schema["anyOf"]) ? schema["anyOf"].map(objectOf) : [];
  const items = schema["items"] === undefined ? [] : innerRows(objectOf(schema["items"]), `${name}[]`);
  return [...fieldRows(schema, `${name}.`), ...items, ...either.flatMap((part) => innerRows(part, name))];
}

/** A table of an operation's parameters. */
export function parametersTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    row({ name, schema: { ...schema, ...(description !== undefined && { description }) }, required, place }),
  );
  return table("Parameter", rows);
}

function table(head: string, rows: string[]): string {
  if (rows.length === 0) return "";
  return `<div class="scroll"><table><thead><tr><th>${head}</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

type Row = { name: string; schema: JsonSchema; required: boolean; place?: string };

function row({ name, schema, required, place }: Row): string {
  const marks = [
    ...(required ? ['<span class="mark required">required</span>'] : []),
    ...(place === "path" ? ['<span class="mark">path</span>'] : []),
    ...(schema["writeOnly"] === true ? ['<span class="mark">write-only</span>'] : []),
  ];
  const description = typeof schema["description"] === "string" ? inline(schema["description"]) : "";
  const notes = [description, ...bounds(schema)].filter((note) => note !== "").join("<br>");
  return `<tr><td><code class="name">${escapeHtml(name)}</code> ${marks.join(" ")}</td><td>${typeOf(schema)}</td><td>${notes}</td></tr>`;
}

/** A schema's type in few words, linked where it has a name. */
export function typeOf(schema: JsonSchema): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.split("/").at(-1) ?? "";
    return `<a href="#${anchor("schema", name)}">${escapeHtml(name)}</a>`;
  }
  const either = schema["anyOf"];
  if (Array.isArray(either)) return either.map((part) => typeOf(objectOf(part))).join(" or ");
  if (schema["items"] !== undefined) return `array of ${typeOf(objectOf(schema["items"]))}`;
  if (schema["patternProperties"] !== undefined) return "object, any names";
  const type = schema["type"];
  if (type === undefined) return "const" in schema ? code(schema["const"]) : "anything";
  const name = (Array.isArray(type) ? type : [type]).filter((part) => typeof part === "string").join(" or ");
  const format =
    typeof schema["format"] === "string" ? ` <span class="dim">(${escapeHtml(schema["format"])})</span>` : "";
  return `${escapeHtml(name)}${format}`;
}

type Words = [keyword: string, say: (value: Json) => string];

const words: readonly Words[] = [
  ["enum", (value) => (Array.isArray(value) ? choices(value) : "")],
  ["const", (value) => `Always ${code(value)}.`],
  ["minimum", (value) => `At least ${code(value)}.`],
  ["maximum", (value) => `At most ${code(value)}.`],
  ["minLength", (value) => (value === 1 ? "Not empty." : `At least ${code(value)} characters.`)],
  ["maxLength", (value) => `At most ${code(value)} characters.`],
  ["minItems", (value) => `At least ${code(value)} items.`],
  ["maxItems", (value) => `At most ${code(value)} items.`],
  ["maxProperties", (value) => `At most ${code(value)} entries.`],
  ["pattern", (value) => `Matches ${code(value)}.`],
  ["default", (value) => `Default ${code(value)}.`],
];

function bounds(schema: JsonSchema): string[] {
  const said = words.flatMap(([keyword, say]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [say(value)];
  });
  const items = schema["items"] === undefined ? [] : bounds(objectOf(schema["items"]));
  return [said.join(" "), ...items.filter((text) => text !== "").map((text) => `Items: ${text}`)];
}

function choices(values: Json[]): string {
  const list = values.map(code).join(" · ");
  return values.length <= 12
    ? `One of ${list}.`
    : `<details><summary>One of ${values.length} values</summary>${list}</details>`;
}

function code(value: Json | undefined): string {
  return `<code>${escapeHtml(typeof value === "string" ? value : JSON.stringify(value))}</code>`;
}

function objectOf(value: Json | undefined): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

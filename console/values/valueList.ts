import { type ApiDocument, documentQuery, helpOf, resolveSchema } from "../api/openApi.ts";
import type { Entries } from "../forms/entries.ts";
import type { Picked } from "../picker/Picker.tsx";

/** A value to read as a person enters it. */
export type ValueDraft = Entries;

/** An entry of a value: its label, its help, and its choices if it has any. */
export type ValueField = { name: string; label: string; help: string; choices: readonly string[] };

/** The entries of a value, and those that may be its source. */
export type ValueModel = { fields: readonly ValueField[]; sources: readonly ValueField[]; maxValues: number };

/** Entries beside the source. Each of the others is one. */
const besides: ReadonlySet<string> = new Set(["name", "attribute", "as"]);

/** The entries of a value from the API's own description. */
export const valueModelQuery = {
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument): ValueModel => {
    const { properties = {} } = resolveSchema(schemas, schemas["ValueEntry"]);
    const fields = Object.entries(properties).map(([name, part]): ValueField => {
      const resolved = resolveSchema(schemas, part);
      const { enum: choices = [], "x-label": label = name } = resolved;
      return { name, label, help: helpOf(resolved), choices };
    });
    const { values } = resolveSchema(schemas, schemas["MonitorRequest"]?.properties?.["capture"]).properties ?? {};
    const { maxItems = 20 } = resolveSchema(schemas, values);
    return { fields, sources: fields.filter(({ name }) => !besides.has(name)), maxValues: maxItems };
  },
};

/** The value with another source. An attribute needs a selector. */
export function withSource(value: ValueDraft, sources: readonly ValueField[], name: string): ValueDraft {
  const dropped = new Set(["attribute", ...sources.map((source) => source.name)]);
  return { ...Object.fromEntries(Object.entries(value).filter(([entry]) => !dropped.has(entry))), [name]: "" };
}

/** A value that reads a picked element. Its name comes from the selector, and it is a number if the element reads as one. */
export function valueOf({ selector, text, isAll }: Picked, others: readonly ValueDraft[]): ValueDraft {
  const words = /[#.="]([A-Za-z][\w-]{0,40})"?\]?$/.exec(selector)?.[1] ?? "value";
  const names = new Set(others.map(({ name }) => name));
  let name = words;
  for (let count = 2; names.has(name); count += 1) name = `${words}${count}`;
  const isNumber = /^\D{0,4}\d[\d.,'\s]*\D{0,4}$/.test(text);
  return { name, selector, ...(isAll ? { as: "list" } : isNumber && { as: "number" }) };
}

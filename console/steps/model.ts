import { labelName } from "#clients/words/splitName.ts";
import { queryOptions } from "@tanstack/react-query";
import {
  type ApiDocument,
  documentQuery,
  type FieldSchema,
  helpOf,
  resolveSchema,
  type Schemas,
} from "../api/openApi.ts";
import type { Entries } from "../forms/entries.ts";

/** A step as a person enters it. */
export type StepDraft = Entries;

/** A way to enter a part of a step. */
type StepFieldKind = "target" | "text" | "secret" | "code" | "number" | "lines" | "flag";

/** A part of a step. */
export type StepField = {
  name: string;
  label: string;
  kind: StepFieldKind;
  /** A plain sentence. Empty without one. */
  help: string;
  unit: string;
  isRequired: boolean;
};

/** A kind of step. Without `fields`, `own` is its only entry, as in `{wait: 2}`. */
export type StepKind = {
  name: string;
  label: string;
  help: string;
  fields: readonly StepField[];
  own: StepField | null;
};

/** Everything that a step can be, from the API's own description. */
export type StepModel = {
  kinds: readonly StepKind[];
  /** Entries that every kind has. */
  extras: readonly StepField[];
  /** Words by which elements are found, beside selectors. */
  targetWords: readonly StepField[];
  /** Maximum pictures that the steps of a capture take. */
  maxPictures: number;
};

export const stepModelQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument): StepModel => readModel(schemas),
});

/** The kinds of steps are those that results name. */
function readModel(schemas: Schemas): StepModel {
  const parts = Object.entries(resolveSchema(schemas, schemas["Step"]).properties ?? {});
  const names = resolveSchema(schemas, schemas["StepResult"]).properties?.["action"]?.enum ?? [];
  const words = resolveSchema(schemas, schemas["StepTarget"]).anyOf?.find(({ properties }) => properties !== undefined);
  return {
    kinds: parts.filter(([name]) => names.includes(name)).map(([name, schema]) => kindOf(schemas, name, schema)),
    extras: parts.filter(([name]) => !names.includes(name)).map(([name, schema]) => fieldOf(schemas, name, schema)),
    maxPictures:
      resolveSchema(schemas, resolveSchema(schemas, schemas["JobResult"]).properties?.["stepPictures"]).maxItems ?? 0,
    targetWords: Object.entries(words?.properties ?? {}).map(([name, schema]) => fieldOf(schemas, name, schema)),
  };
}

function kindOf(schemas: Schemas, name: string, schema: FieldSchema): StepKind {
  const resolvedSchema = resolveSchema(schemas, schema);
  const { properties, required = [], "x-label": label = labelName(name) } = resolvedSchema;
  const fields = Object.entries(properties ?? {}).map(([part, each]) => ({
    ...fieldOf(schemas, part, each),
    isRequired: required.includes(part),
  }));
  const own = properties === undefined ? { ...fieldOf(schemas, name, schema), isRequired: true } : null;
  return { name, label, help: helpOf(resolvedSchema), fields, own };
}

function fieldOf(schemas: Schemas, name: string, schema: FieldSchema): StepField {
  const resolved = resolveSchema(schemas, schema);
  const { "x-unit": unit = "", "x-label": label = labelName(name) } = resolved;
  return { name, label, kind: entryKind(resolved), help: helpOf(resolved), unit, isRequired: false };
}

/** A text that may be longer than this is entered as code. */
const maxTextChars = 8_192;

function entryKind({ anyOf, type, writeOnly, maxLength = 0 }: FieldSchema): StepFieldKind {
  if (anyOf !== undefined) return "target";
  if (type === "boolean") return "flag";
  if (type === "array") return "lines";
  if (type === "number" || type === "integer") return "number";
  if (maxLength > maxTextChars) return "code";
  return writeOnly === true ? "secret" : "text";
}

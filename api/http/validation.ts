import type { Static, TSchema } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { bodyValidator, stringsValidator, type Validator } from "#schemas/validate.ts";
import type { ApiPorts } from "../ports.ts";

/** One request's raw input and what its schemas found wrong with it. */
type Checked = { query: unknown; body: unknown; known: readonly FieldProblem[] };

/** What is wrong with a request beyond its schemas. */
export type Rules = (checked: Checked, ports: ApiPorts) => FieldProblem[];

/** Nothing beyond the schemas. */
export const noRules: Rules = () => [];

type Check<Value> = (value: Value, given: ReadonlySet<string>, ports: ApiPorts) => FieldProblem[];

/**
 * Rules for a body. `partial` is its schema with every field optional: fields that are wrong by the schema are left out,
 * so that the rules can be held against the others, and the client hears of every problem at once.
 */
export function bodyRules<Partial extends TSchema>(partial: Partial, check: Check<Static<Partial>>): Rules {
  const validate = bodyValidator(partial);
  return ({ body, known }, ports) => checkRest({ validate, check }, { raw: body, known }, ports);
}

/** Rules for a query, in the same way. */
export function queryRules<Partial extends TSchema>(partial: Partial, check: Check<Static<Partial>>): Rules {
  const validate = stringsValidator(partial);
  return ({ query, known }, ports) => checkRest({ validate, check }, { raw: query, known }, ports);
}

function checkRest<Value>(
  { validate, check }: { validate: Validator<Value>; check: Check<Value> },
  { raw, known }: { raw: unknown; known: readonly FieldProblem[] },
  ports: ApiPorts,
): FieldProblem[] {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return [];
  const wrong = new Set(known.map(rootOf));
  const rest = Object.fromEntries(Object.entries(raw).filter(([name]) => !wrong.has(name)));
  const checked = validate(rest);
  if (!checked.ok) return [];
  // A field left out here is not missing there: what its schema says of it is enough.
  return check(checked.value, new Set(Object.keys(raw)), ports).filter((problem) => !wrong.has(rootOf(problem)));
}

function rootOf({ field }: FieldProblem): string {
  return field.split(".", 1)[0] ?? field;
}

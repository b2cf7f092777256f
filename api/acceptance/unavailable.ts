import type { FieldProblem } from "#schemas/common.ts";

const isTrue = (value: unknown): boolean => value === true;

/** Options of the contract that this version does not have yet, and when a value asks for one. Taking a line out opens the option. */
const unavailable: Readonly<Record<string, (value: unknown) => boolean>> = {
  cache: isTrue,
};

/** One problem for each option that is asked for and not available yet. */
export function checkAvailable(options: Readonly<Record<string, unknown>>): FieldProblem[] {
  return Object.entries(unavailable)
    .filter(([field, asks]) => asks(options[field]))
    .map(([field]) => ({ field, message: "is not available yet" }));
}

import type { Sealed } from "#schemas/common.ts";

/** Dotted paths of the sealed fields of a record. */
type SealedPath<Value, Place extends string = never> = Value extends Sealed
  ? Place
  : Value extends string | number | boolean | null | undefined | Date
    ? never
    : Value extends readonly (infer Item)[]
      ? SealedPath<Item, Place>
      : { [Name in keyof Value & string]: SealedPath<Value[Name], Inside<Place, Name>> }[keyof Value & string];

type Inside<Place extends string, Name extends string> = [Place] extends [never] ? Name : `${Place}.${Name}`;

/** The sealed fields of a record that no name covers. */
type Uncovered<Item, Name extends string> = Exclude<SealedPath<Item>, Name | `${Name}.${string}`>;

/** The type that a refused call lacks; it spells the sealed fields to name. */
type Missing<Item, Name extends string> = { uncovered: Uncovered<Item, Name> };

/**
 * The projection of a list that reads all fields but the named ones. The compiler demands the name of every sealed field of
 * the record, or of a field around it. Exempt is `Shown`: a sealed field whose presence the list shows.
 */
export function withoutFields<Item, Shown extends SealedPath<Item> = never>() {
  return <const Name extends string>(
    ...names: Name[] & ([Uncovered<Item, Name | Shown>] extends [never] ? unknown : Missing<Item, Name | Shown>)
  ): Record<Name, 0> => projectionOf(names, 0);
}

/** The projection of a list that reads only the named fields, besides the `_id`. */
export function onlyFields<const Name extends string>(...names: Name[]): Record<Name, 1> {
  return projectionOf(names, 1);
}

/** The `_id` and the fields of these names of a record. */
export type Listed<Item extends { _id: string }, Name extends keyof Item> = Pick<Item, "_id" | Name>;

function projectionOf<Name extends string, Flag extends 0 | 1>(names: readonly Name[], flag: Flag): Record<Name, Flag>;
function projectionOf(names: readonly string[], flag: 0 | 1): Record<string, 0 | 1> {
  return Object.fromEntries(names.map((name) => [name, flag]));
}

import type { Shape } from "./shareFields.ts";

/** Smaller types read well where they stand. */
const minFields = 8;

/** The declaration that nullable shapes need. */
export const nullableText = `/** A change of fields: null removes one or restores its default. */
export type Nullable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null };
`;

/** The declarations, by their names, of shapes that have the fields of another one, each also null. */
export function nullableTexts(shapes: readonly Shape[]): Map<string, string> {
  const pairs = shapes.flatMap((shape) => {
    const whole = shapes.find((other) => isNullableOf(shape, other));
    return whole === undefined ? [] : [[shape, whole] as const];
  });
  return new Map(
    pairs.map(([{ name, doc }, whole]) => [name, `${doc}export type ${name} = Nullable<${whole.name}>;\n`]),
  );
}

/** A field of the change has the comment of the other shape's field. */
function isNullableOf(shape: Shape, other: Shape): boolean {
  const { fields, index } = shape;
  const isSame =
    shape !== other && fields.size >= minFields && fields.size === other.fields.size && index === other.index;
  return isSame && [...fields].every(([name, text]) => text === nullable(other.fields.get(name)));
}

/** The text of a field that may be null, without its comment. */
function nullable(field = ""): string {
  const text = field.replace(/^\/\*\*.*\*\/\n/, "");
  return text.endsWith(" | null;") ? text : text.replace(/;$/, " | null;");
}

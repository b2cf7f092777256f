/** An object of the API as TypeScript: the text of each field, and of its index if it is open. */
export type Shape = {
  name: string;
  doc: string;
  fields: ReadonlyMap<string, string>;
  index: string | null;
  /** The type with the fields that it shares with others. */
  base: string | null;
  /** Names of the API's shapes that a base is made for. */
  heirs: readonly string[];
};

/** Shapes that share less save less than the name of a base costs a reader. */
const minFields = 4;
const minSavedLines = 8;
/** Lines of a new base: its comment, its braces, and the line between types. */
const baseLines = 4;

/** Shapes that have some fields in common. */
type Group = { members: readonly Shape[]; fields: Shape["fields"] };

/**
 * The shapes, with a base for the two that share the most, again and again, and at last for many that share less. Each
 * field is then written once.
 */
export function shareFields(shapes: readonly Shape[]): Shape[] {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  for (;;) {
    const roots = [...byName.values()].filter(({ base }) => base === null);
    const pairs = pairsOf(roots);
    const best = bestOf(pairs) ?? bestOf(pairs.map(({ fields }) => groupOf(roots, fields)));
    if (best === undefined) return [...byName.values()];
    const base = wholeOf(best) ?? baseOf(best, byName);
    byName.set(base.name, base);
    for (const shape of best.members) {
      if (shape !== base)
        byName.set(shape.name, { ...shape, fields: without(shape.fields, base.fields), base: base.name });
    }
  }
}

function pairsOf(shapes: readonly Shape[]): Group[] {
  const pairs = shapes.flatMap((one, index) => shapes.slice(index + 1).map((other) => [one, other] as const));
  return pairs
    .map((members) => ({ members, fields: commonFields(...members) }))
    .filter(({ fields }) => fields.size >= minFields);
}

/** All shapes that have the fields. */
function groupOf(shapes: readonly Shape[], fields: Shape["fields"]): Group {
  const hasAll = (shape: Shape): boolean => [...fields].every(([name, text]) => shape.fields.get(name) === text);
  return { members: shapes.filter(hasAll), fields };
}

/** The group that saves the most. Undefined if all save too little. */
function bestOf(groups: readonly Group[]): Group | undefined {
  const [best] = groups.toSorted((a, b) => savedLines(b) - savedLines(a));
  return best === undefined || savedLines(best) < minSavedLines ? undefined : best;
}

function savedLines(group: Group): number {
  const lines = [...group.fields.values()].join("\n").split("\n").length * (group.members.length - 1);
  return wholeOf(group) === undefined ? lines - baseLines : lines;
}

/** The shape that has no other fields. An index would widen the others, so an open shape is no base. */
function wholeOf({ members, fields }: Group): Shape | undefined {
  return members.find((shape) => shape.fields.size === fields.size && shape.index === null);
}

/** A new type with the fields of a group. Its name is the end of its members' names, or the shortest free one of its heirs. */
function baseOf({ members, fields }: Group, taken: ReadonlyMap<string, unknown>): Shape {
  const heirs = members.flatMap((shape) => (shape.heirs.length > 0 ? shape.heirs : [shape.name]));
  const end = members.length > 2 ? commonEnd(members.map((shape) => shape.name)) : "";
  const names = [end, ...heirs.toSorted((a, b) => a.length - b.length)].map((heir) => `${heir}Base`);
  const name = names.find((each) => each !== "Base" && !taken.has(each));
  if (name === undefined) throw new Error(`All names of bases are taken: ${names.join(", ")}.`);
  const [one, other, ...more] = members.map((shape) => shape.name);
  const others = more.length === 0 ? ` and ${other}` : `, ${other} and ${more.length} more`;
  const doc = `/** Fields that ${one}${others} share. */\n`;
  return { name, doc, fields, index: null, base: null, heirs };
}

/** The words with which all names end. */
function commonEnd(names: readonly string[]): string {
  const words = names[0]?.split(/(?=[A-Z])/) ?? [];
  const ends = words.map((_, index) => words.slice(index).join(""));
  return ends.find((end) => names.every((name) => name.endsWith(end))) ?? "";
}

function commonFields(one: Shape, other: Shape): Map<string, string> {
  return new Map([...one.fields].filter(([name, text]) => other.fields.get(name) === text));
}

function without(fields: Shape["fields"], others: Shape["fields"]): Map<string, string> {
  return new Map([...fields].filter(([name]) => !others.has(name)));
}

/** The declaration of a shape's type. */
export function typeText({ name, doc, fields, index, base }: Shape): string {
  const lines = [...fields.values(), ...(index === null ? [] : [index])];
  const own = lines.length > 0 ? [`{\n${lines.join("\n")}\n}`] : [];
  const parts = base === null ? own : [base, ...own];
  return `${doc}export type ${name} = ${parts.join(" & ") || "Record<string, never>"};\n`;
}

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
const minFields = 5;
const minSavedLines = 8;
/** Lines of a new base: its comment, its braces, and the line between types. */
const baseLines = 4;

/** The shapes, with a base for the two that share the most, again and again. Each field is then written once. */
export function shareFields(shapes: readonly Shape[]): Shape[] {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  for (;;) {
    const roots = [...byName.values()].filter(({ base }) => base === null);
    const pairs = roots.flatMap((one, index) => roots.slice(index + 1).map((other) => [one, other] as const));
    const [best] = pairs.toSorted((a, b) => savedLines(...b) - savedLines(...a));
    if (best === undefined || savedLines(...best) < minSavedLines) return [...byName.values()];
    const base = wholeOf(...best) ?? baseOf(best, byName);
    byName.set(base.name, base);
    for (const shape of best) {
      if (shape !== base)
        byName.set(shape.name, { ...shape, fields: without(shape.fields, base.fields), base: base.name });
    }
  }
}

function savedLines(one: Shape, other: Shape): number {
  const common = commonFields(one, other);
  if (common.size < minFields) return 0;
  const lines = [...common.values()].join("\n").split("\n").length;
  return wholeOf(one, other) === undefined ? lines - baseLines : lines;
}

/** The shape whose fields the other one has all. An index would widen the other one, so an open shape is no base. */
function wholeOf(one: Shape, other: Shape): Shape | undefined {
  const { size } = commonFields(one, other);
  return [one, other].find(({ fields, index }) => fields.size === size && index === null);
}

/** A new type with the fields that two have. It has the shortest free name of its heirs. */
function baseOf([one, other]: readonly [Shape, Shape], taken: ReadonlyMap<string, unknown>): Shape {
  const heirs = [one, other].flatMap((shape) => (shape.heirs.length > 0 ? shape.heirs : [shape.name]));
  const names = heirs.toSorted((a, b) => a.length - b.length).map((heir) => `${heir}Base`);
  const name = names.find((each) => !taken.has(each));
  if (name === undefined) throw new Error(`All names of bases are taken: ${names.join(", ")}.`);
  const doc = `/** Fields that ${one.name} and ${other.name} share. */\n`;
  return { name, doc, fields: commonFields(one, other), index: null, base: null, heirs };
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

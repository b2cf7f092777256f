import { type Argument, type Expression, parseSync, Visitor } from "oxc-parser";

/** A stretch of a file, as offsets. */
type Span = { start: number; end: number };
/** A piece of code that a name stands for. */
type Named = { name: string; code: Span; isProperty?: boolean };
/** Code that is held against an upper bound. */
type Bounded = { value: Span; bound: Argument | Expression | undefined };

/** Assertions of chai with an upper bound, and the argument that is the bound. */
const assertions = new Map<string, number>([
  ...["below", "lessThan", "lt", "lte", "most", "lessThanOrEqual"].map((name) => [name, 0] as const),
  ...["within", "isBelow", "isAtMost"].map((name) => [name, 1] as const),
]);
const clock = /^(?:performance|Date)\.now\(\)$/;

/**
 * Finds comparisons of an elapsed time with a written number below `minMs`, as `line: code`. An elapsed time is a clock
 * minus an earlier reading, a measured delay of the event loop, or a name in the same file that stands for one of them.
 */
export function elapsedBounds(file: string, text: string, minMs: number): string[] {
  const { program } = parseSync(file, text);
  const differences: { minuend: string; subtrahend: string; code: Span }[] = [];
  const delays: Span[] = [];
  const begins = new Set<string>();
  const named: Named[] = [];
  const bounded: Bounded[] = [];
  const read = ({ start, end }: Span) => text.slice(start, end);
  new Visitor({
    BinaryExpression(node) {
      if (node.operator === "-")
        differences.push({ minuend: read(node.left), subtrahend: read(node.right), code: node });
      if (node.operator.startsWith("<")) bounded.push({ value: node.left, bound: node.right });
      if (/^>=?$/.test(node.operator)) bounded.push({ value: node.right, bound: node.left });
    },
    CallExpression(node) {
      if (read(node.callee) === "monitorEventLoopDelay") delays.push(node);
      if (node.callee.type !== "MemberExpression") return;
      const name = read(node.callee.property);
      const place = assertions.get(name);
      if (place !== undefined) bounded.push({ value: node, bound: node.arguments[place] });
      if (name === "push") named.push({ name: read(node.callee.object), code: node });
    },
    VariableDeclarator(node) {
      if (node.init === null) return;
      const names = node.id.type === "Identifier" ? [node.id.name] : namesIn(read(node.id));
      if (clock.test(read(node.init))) for (const name of names) begins.add(name);
      named.push(...names.map((name) => ({ name, code: node.init ?? node })));
    },
    Property: (node) => void named.push({ name: read(node.key), code: node.value, isProperty: true }),
    FunctionDeclaration: (node) => void named.push({ name: node.id?.name ?? "", code: node }),
  }).visit(program);

  const measured = [
    ...delays,
    ...differences
      .filter(({ minuend, subtrahend }) => clock.test(minuend) && begins.has(subtrahend))
      .map(({ code }) => code),
  ];
  const isMeasured = (code: Span, names: ReadonlySet<string>): boolean =>
    measured.some(({ start, end }) => code.start <= start && end <= code.end) ||
    namesIn(read(code)).some((name) => names.has(name));
  const names = new Set<string>();
  // A name may stand for another one, so they are read until none is added.
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, code, isProperty } of named)
      if (isMeasured(code, names)) names.add(name).add(isProperty ? `.${name}` : name);
  }
  return bounded
    .filter(({ value, bound }) => bound !== undefined && numberOf(read(bound)) < minMs && isMeasured(value, names))
    .map(({ value }) => `${text.slice(0, value.start).split("\n").length}: ${read(value)}`);
}

function namesIn(code: string): string[] {
  return code.match(/(?:(?<!\.)\.)?[A-Za-z_$][\w$]*/g) ?? [];
}

/** The value of a written number, or infinity for other code. */
function numberOf(code: string): number {
  return /^[\d_.]+$/.test(code) ? Number(code.replaceAll("_", "")) : Number.POSITIVE_INFINITY;
}

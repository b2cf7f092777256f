import type { ComponentStyle, Design } from "#schemas/extracts/appearance.ts";
import { alphaOf, hexWithAlpha, paintFrom } from "../color/mix.ts";
import { shareOf, summed } from "../color/pageColors.ts";
import { type FamilyResolver, mostlyRenderedWith } from "../fonts.ts";
import type { ComponentRead } from "../page/readComponents.ts";
import type { DesignRead, TypeRead } from "../page/readDesign.ts";
import { pixels } from "./scales.ts";

const maxSteps = 30;

type Typography = Design["typography"];

/** How the page's text is set. */
export function typographyOf(
  { type, styles }: Pick<DesignRead, "type" | "styles">,
  resolveFamily: FamilyResolver,
): Typography {
  const all = type.reduce((sum, { characters }) => sum + characters, 0);
  const shares = <Key>(key: (read: TypeRead) => Key) =>
    summed(type.map((read) => [key(read), read.characters] as const))
      .slice(0, maxSteps)
      .map(([value, characters]) => ({ value, share: shareOf(characters, all) }));
  return {
    families: familiesOf(type, { all, resolveFamily }),
    scale: shares(({ size }) => pixels(size))
      .map(({ value, share }) => ({ size: value, share }))
      .toSorted((a, b) => a.size - b.size),
    weights: shares(({ weight }) => Number(weight)).map(({ value, share }) => ({ weight: value, share })),
    lineHeights: shares(lineHeightRatio).map(({ value, share }) => ({ ratio: value, share })),
    styles: styles.map((style) => ({
      element: style.element,
      ...resolveFamily(style.stack),
      size: pixels(style.size),
      weight: Number(style.weight),
      lineHeight: lineHeightRatio(style),
      color: colorText(style.color),
    })),
  };
}

/** The role of a family is that of most of its characters; the most used one of plain text is the body's. */
function familiesOf(
  type: readonly TypeRead[],
  { all, resolveFamily }: { all: number; resolveFamily: FamilyResolver },
): Typography["families"] {
  const drawn = mostlyRenderedWith(type, resolveFamily);
  const familyOf = (stack: string) => resolveFamily(stack).family;
  const roles = summed(type.map(({ stack, role, characters }) => [`${role} ${familyOf(stack)}`, characters] as const));
  const families = summed(type.map(({ stack, characters }) => [familyOf(stack), characters] as const));
  const body = roles.find(([key]) => key.startsWith("text "))?.[0].slice("text ".length);
  return families.slice(0, maxSteps).map(([family, characters]) => {
    const main = roles.find(([key]) => key.slice(key.indexOf(" ") + 1) === family)?.[0] ?? "";
    const role =
      family === body ? "body" : main.startsWith("heading ") ? "heading" : main.startsWith("code ") ? "code" : "other";
    const renderedWith = drawn.get(family.toLowerCase()) ?? null;
    return { family, renderedWith, role, share: shareOf(characters, all) };
  });
}

function lineHeightRatio({ size, lineHeight }: { size: string; lineHeight: string }): number | null {
  const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(size);
  return Number.isFinite(ratio) ? Math.round(ratio * 100) / 100 : null;
}

/** A computed colour as hex; as it is where it can't be read. */
function colorText(css: string): string {
  const paint = paintFrom(css);
  return paint === null ? css : hexWithAlpha(paint);
}

const maxLooks = 8;

/** The looks of buttons, text fields and cards, the commonest first. */
export function componentsOf(reads: readonly ComponentRead[], resolveFamily: FamilyResolver): Design["components"] {
  const of = (kind: ComponentRead["kind"]) =>
    reads
      .filter((read) => read.kind === kind)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxLooks)
      .map((read) => lookOf(read, resolveFamily));
  return { buttons: of("buttons"), inputs: of("inputs"), cards: of("cards") };
}

function lookOf(read: ComponentRead, resolveFamily: FamilyResolver): ComponentStyle {
  const [width = "", style = "", ...color] = read.border.split(" ");
  const background = paintFrom(read.background);
  const { family, renderedWith } = resolveFamily(read.stack);
  const plain = background === null || alphaOf(background) === 0 ? null : colorText(read.background);
  return {
    count: read.count,
    sample: read.sample || null,
    background: read.gradient || plain,
    color: colorText(read.color),
    border: read.border === "" ? null : `${width} ${style} ${colorText(color.join(" "))}`,
    radius: read.radius,
    padding: read.padding,
    shadow: read.shadow || null,
    fontFamily: family,
    renderedWith,
    fontSize: pixels(read.size),
    fontWeight: Number(read.weight),
  };
}

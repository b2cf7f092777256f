import type { ComponentStyle, Design } from "#schemas/extracts/appearance.ts";
import { alphaOf, toHexWithAlpha, parseColor } from "../color/compositing.ts";
import { shareOf, sumByKey } from "../color/pageColors.ts";
import { type FamilyResolver, mainRenderedFamilies } from "../fonts.ts";
import type { ComponentRead } from "../page/readComponents.ts";
import type { DesignRead, TypeRead } from "../page/readDesign.ts";
import { pixels } from "./scales.ts";

const maxSteps = 30;

type Typography = Design["typography"];

/** Families, sizes, weights and line heights of the page's text. */
export function typographyOf(
  { type, styles }: Pick<DesignRead, "type" | "styles">,
  resolveFamily: FamilyResolver,
): Typography {
  const totalCharacters = type.reduce((sum, { characters }) => sum + characters, 0);
  const shares = <Key>(key: (read: TypeRead) => Key) =>
    sumByKey(type.map((read) => [key(read), read.characters] as const))
      .slice(0, maxSteps)
      .map(([value, characters]) => ({ value, share: shareOf(characters, totalCharacters) }));
  return {
    families: familiesOf(type, { all: totalCharacters, resolveFamily }),
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

/**
 * Families with their roles. A family has the role of most of its characters. The most used family of plain text is the
 * body's.
 */
function familiesOf(
  type: readonly TypeRead[],
  { all, resolveFamily }: { all: number; resolveFamily: FamilyResolver },
): Typography["families"] {
  const renderedFamilies = mainRenderedFamilies(type, resolveFamily);
  const familyOf = (stack: string) => resolveFamily(stack).family;
  const roles = sumByKey(
    type.map(({ stack, role, characters }) => [`${role} ${familyOf(stack)}`, characters] as const),
  );
  const families = sumByKey(type.map(({ stack, characters }) => [familyOf(stack), characters] as const));
  const body = roles.find(([key]) => key.startsWith("text "))?.[0].slice("text ".length);
  return families.slice(0, maxSteps).map(([family, characters]) => {
    const mainRole = roles.find(([key]) => key.slice(key.indexOf(" ") + 1) === family)?.[0] ?? "";
    const role =
      family === body
        ? "body"
        : mainRole.startsWith("heading ")
          ? "heading"
          : mainRole.startsWith("code ")
            ? "code"
            : "other";
    const renderedWith = renderedFamilies.get(family.toLowerCase()) ?? null;
    return { family, renderedWith, role, share: shareOf(characters, all) };
  });
}

function lineHeightRatio({ size, lineHeight }: { size: string; lineHeight: string }): number | null {
  const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(size);
  return Number.isFinite(ratio) ? Math.round(ratio * 100) / 100 : null;
}

/** A computed color as hex, or unchanged if it cannot be parsed. */
function colorText(css: string): string {
  const paint = parseColor(css);
  return paint === null ? css : toHexWithAlpha(paint);
}

const maxLooks = 8;

/** Styles of buttons, text fields and cards, the most common first. */
export function componentsOf(reads: readonly ComponentRead[], resolveFamily: FamilyResolver): Design["components"] {
  const looksOf = (kind: ComponentRead["kind"]) =>
    reads
      .filter((read) => read.kind === kind)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxLooks)
      .map((read) => lookOf(read, resolveFamily));
  return { buttons: looksOf("buttons"), inputs: looksOf("inputs"), cards: looksOf("cards") };
}

function lookOf(reading: ComponentRead, resolveFamily: FamilyResolver): ComponentStyle {
  const [width = "", style = "", ...borderColor] = reading.border.split(" ");
  const background = parseColor(reading.background);
  const { family, renderedWith } = resolveFamily(reading.stack);
  const plainBackground = background === null || alphaOf(background) === 0 ? null : colorText(reading.background);
  return {
    count: reading.count,
    sample: reading.sample || null,
    background: reading.gradient || plainBackground,
    color: colorText(reading.color),
    border: reading.border === "" ? null : `${width} ${style} ${colorText(borderColor.join(" "))}`,
    radius: reading.radius,
    padding: reading.padding,
    shadow: reading.shadow || null,
    fontFamily: family,
    renderedWith,
    fontSize: pixels(reading.size),
    fontWeight: Number(reading.weight),
  };
}

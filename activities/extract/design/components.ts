import type { ComponentStyle, Design } from "#schemas/extracts/design.ts";
import { alphaOf, paintFrom } from "../color/mix.ts";
import type { ComponentRead } from "../page/readComponents.ts";
import { pixels } from "./numbers.ts";
import { colorText } from "./typography.ts";

const maxLooks = 8;

/** The looks of buttons, text fields and cards, the commonest first. */
export function componentsOf(
  reads: readonly ComponentRead[],
  usedFamily: (stack: string) => string,
): Design["components"] {
  const of = (kind: ComponentRead["kind"]) =>
    reads
      .filter((read) => read.kind === kind)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxLooks)
      .map((read) => lookOf(read, usedFamily));
  return { buttons: of("buttons"), inputs: of("inputs"), cards: of("cards") };
}

function lookOf(read: ComponentRead, usedFamily: (stack: string) => string): ComponentStyle {
  const [width = "", style = "", ...color] = read.border.split(" ");
  const background = paintFrom(read.background);
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
    fontFamily: usedFamily(read.stack),
    fontSize: pixels(read.size),
    fontWeight: Number(read.weight),
  };
}

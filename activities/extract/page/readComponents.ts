import { isButton, isFilled, isFramed, isTextField, itemText, lookDependencies, looksLikeButton } from "./looks.ts";
import { isTransparent } from "./paint.ts";
import { attribute, type PageFunction } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** One look of a kind of component, in computed values. */
export type ComponentRead = {
  kind: "buttons" | "inputs" | "cards";
  count: number;
  sample: string;
  background: string;
  gradient: string;
  color: string;
  border: string;
  radius: string;
  padding: string;
  shadow: string;
  stack: string;
  size: string;
  weight: string;
};

/** The looks of buttons, text fields and cards. */
export function readComponents(items: readonly PageItem[]): ComponentRead[] {
  const components = new Map<string, ComponentRead>();
  for (const item of items) {
    const { style, visible } = item;
    const kind = style === null || !visible ? null : componentKind(item);
    if (style === null || kind === null) continue;
    const look = lookOf(style);
    const key = [kind, ...Object.values(look)].join("|");
    const existing = components.get(key);
    if (existing !== undefined) existing.count += 1;
    else if (components.size < 300) components.set(key, { kind, count: 1, sample: sampleOf(item, kind), ...look });
  }
  return [...components.values()];
}

/** The kind of component that an element is; null if it is none. */
function componentKind(item: PageItem): ComponentRead["kind"] | null {
  const { element, tag, style } = item;
  if (style === null) return null;
  if (isButton(element, tag)) return isFilled(style) || isFramed(style) ? "buttons" : null;
  if (tag === "a" && attribute(element, "href") !== null && looksLikeButton(item)) return "buttons";
  if (isTextField(element, tag)) return "inputs";
  return isCard(item) ? "cards" : null;
}

/** Whether an element is a box with text that is set apart from the page. */
function isCard({ tag, style, box, element }: PageItem): boolean {
  if (style === null || !/^(?:div|article|section|li|a|figure|aside|[a-z]+-[\w-]+)$/u.test(tag)) return false;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  // Excludes badges and bands across the page. The limits were chosen by eye.
  if (width < 120 || height < 60 || width > window.innerWidth - 16) return false;
  const isRaised = style.boxShadow !== "none";
  const isRounded = style.borderRadius !== "0px" && isFilled(style);
  if (!isRaised && !isRounded && !isFramed(style)) return false;
  return (element.shadowRoot ?? element).textContent?.trim() !== "";
}

/** The values that distinguish components. */
function lookOf(style: CSSStyleDeclaration): Omit<ComponentRead, "kind" | "count" | "sample"> {
  const { borderTopWidth, borderTopStyle, borderTopColor, backgroundImage } = style;
  return {
    background: style.backgroundColor,
    gradient: backgroundImage.includes("url(") || backgroundImage === "none" ? "" : backgroundImage.slice(0, 1000),
    color: style.color,
    border: borderTopWidth === "0px" ? "" : `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`,
    radius: style.borderRadius,
    padding: style.padding,
    shadow: style.boxShadow === "none" ? "" : style.boxShadow.slice(0, 1000),
    stack: style.fontFamily.slice(0, 1000),
    size: style.fontSize,
    weight: style.fontWeight,
  };
}

/** Text of a component. A text field gives its placeholder, never its value. */
function sampleOf({ element }: PageItem, kind: ComponentRead["kind"]): string {
  const limit = 80;
  if (kind === "inputs") return (attribute(element, "placeholder") ?? "").slice(0, limit);
  const isInput = element instanceof HTMLInputElement;
  return isInput ? (attribute(element, "value") ?? "").slice(0, limit) : itemText(element, limit);
}

/** Dependencies of `readComponents` beyond `sharedDependencies`. */
export const componentDependencies: readonly PageFunction[] = [
  ...lookDependencies,
  componentKind,
  isCard,
  isTransparent,
  lookOf,
  readComponents,
  sampleOf,
];

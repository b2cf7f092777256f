import { type CssNode, generate, parse, walk } from "css-tree";

/** Properties that decide what a reader of text sees. */
const readProperties: ReadonlySet<string> = new Set([
  "background-image",
  "display",
  "flex-direction",
  "float",
  "font-family",
  "height",
  "opacity",
  "overflow",
  "position",
  "text-align",
  "text-transform",
  "visibility",
  "white-space",
  "width",
]);

/** A declaration. A higher `weight` wins, and of two equal ones the later. */
export type Declaration = { property: string; value: string; important: boolean };
/** A selector and its declarations of `readProperties`. */
export type StyleRule = { selector: string; weight: number; declarations: readonly Declaration[] };

/** Size of the window that conditions of media compare with, CSS pixels. */
export type WindowSize = { width: number; height: number };

/** Bounds of a document's style sheets. Chosen by eye. */
const maxChars = 2_000_000;
const maxRules = 4_000;

/** The rules of style sheets that apply on a screen of this size, in their order. Rules inside other rules are left out. */
export function readRules(sheets: readonly string[], size: WindowSize): StyleRule[] {
  const rules: StyleRule[] = [];
  let chars = 0;
  for (const sheet of sheets) {
    chars += sheet.length;
    if (chars > maxChars) break;
    addRules(
      parse(sheet, { parseValue: false, parseCustomProperty: false, onParseError: () => undefined }),
      size,
      rules,
    );
    if (rules.length >= maxRules) break;
  }
  return rules.slice(0, maxRules);
}

function addRules(sheet: CssNode, size: WindowSize, rules: StyleRule[]): void {
  walk(sheet, function visit(node) {
    if (node.type === "Atrule") {
      const isApplied = /^(?:layer|supports|container|scope)$/iu.test(node.name) || appliesOnScreen(node, size);
      if (!isApplied) return this.skip;
    }
    if (node.type !== "Rule" || node.prelude.type !== "SelectorList") return undefined;
    const declarations = readDeclarations(node.block);
    if (declarations.length > 0)
      for (const selector of node.prelude.children) {
        const text = generate(selector);
        // A pseudo-element is no element of the document.
        if (!/::|:(?:before|after|first-line|first-letter|hover|focus|active)\b|&/u.test(text))
          rules.push({ selector: text, weight: weightOf(selector), declarations });
      }
    return this.skip;
  });
}

/** The declarations of a block. */
function readDeclarations(block: CssNode): Declaration[] {
  const declarations: Declaration[] = [];
  walk(block, {
    visit: "Declaration",
    enter({ property, value, important }) {
      const name = property.toLowerCase();
      const text = generate(value).trim();
      const isMeant = readProperties.has(name) && !/var\(|^(?:inherit|initial|unset|revert|revert-layer)$/iu.test(text);
      if (isMeant) declarations.push({ property: name, value: lower(name, text), important: important !== false });
      if (name === "background" && /url\(|gradient\(/iu.test(text))
        declarations.push({ property: "background-image", value: text, important: important !== false });
    },
  });
  return declarations;
}

/** The declarations of a `style` attribute. */
export function readStyleAttribute(text: string): Declaration[] {
  return readDeclarations(
    parse(text, { context: "declarationList", parseValue: false, onParseError: () => undefined }),
  );
}

function lower(name: string, value: string): string {
  return name === "font-family" || name === "background-image" ? value : value.toLowerCase();
}

/** Whether the condition of `@media` holds; false for other at-rules. A condition that is not known does not hold. */
function appliesOnScreen(node: Extract<CssNode, { type: "Atrule" }>, size: WindowSize): boolean {
  if (node.name.toLowerCase() !== "media" || node.prelude === null) return false;
  return generate(node.prelude)
    .toLowerCase()
    .split(",")
    .some((query) => {
      // `landscape` has the word, too.
      const parts = query.replaceAll("(", " (").replaceAll(")", ") ").split(" and ");
      return parts.every((part) => holds(part.trim(), size));
    });
}

function holds(condition: string, size: WindowSize): boolean {
  if (/^(?:only\s+)?(?:all|screen)$/u.test(condition)) return true;
  const limit = /^\((?<bound>min|max)-(?<side>width|height):(?<value>[\d.]+)(?<unit>px|em|rem)\)$/u.exec(
    condition.replaceAll(/\s/gu, ""),
  )?.groups;
  if (limit === undefined)
    return /^\((?:prefers-color-scheme:light|orientation:landscape|hover|hover:hover)\)$/u.test(condition);
  const pixels = Number(limit["value"]) * (limit["unit"] === "px" ? 1 : 16);
  const measured = limit["side"] === "width" ? size.width : size.height;
  return limit["bound"] === "min" ? measured >= pixels : measured <= pixels;
}

/** The specificity of a selector as one number: ids count most, then classes, attributes and states, then names. */
function weightOf(selector: CssNode): number {
  let weight = 0;
  walk(selector, function visit(node) {
    if (node.type === "IdSelector") weight += 1_000_000;
    else if (node.type === "ClassSelector" || node.type === "AttributeSelector") weight += 1_000;
    else if (node.type === "TypeSelector" && node.name !== "*") weight += 1;
    else if (node.type === "PseudoClassSelector") {
      if (node.name === "where") return this.skip;
      if (!/^(?:is|not|has)$/u.test(node.name)) weight += 1_000;
    }
    return undefined;
  });
  return weight;
}

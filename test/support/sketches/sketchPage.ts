import { parseHTML } from "linkedom";
import type { Json } from "#schemas/common.ts";

/** A page, an option or an extract that the stand-in for the browser does not know. */
export class Undrawable extends Error {
  override readonly name = "Undrawable";

  constructor(what: string) {
    super(`The stand-in for the browser does not know ${what}. Give the test the real browser.`);
  }
}

/** A part of a page with a line of text. */
type SketchBlock = {
  text: string;
  /** CSS color; null without one. */
  background: string | null;
  /** CSS pixels. */
  height: number;
  top: number;
};

/** A page as the stand-in for the browser reads it. */
export type SketchPage = {
  title: string;
  /** CSS color of the page. */
  background: string;
  blocks: SketchBlock[];
  html: string;
  heading: string;
  /** Whether an element matches a selector. */
  has(selector: string): boolean;
};

const blocks: ReadonlySet<string> = new Set(["body", "main", "section", "article", "div", "p", "h1", "h2", "h3", "li"]);
const lists: ReadonlySet<string> = new Set(["ul", "ol"]);
const others: ReadonlySet<string> = new Set(["html", "head", "title", "meta", "span", "a", "b", "br"]);
/** CSS pixels: the height of a line of text, the margin of the page. */
export const lineHeight = 24;
export const margin = 8;

/** Reads a page. @throws Undrawable for an element or a style that a sketch does not show */
export function toSketchPage(given: string): SketchPage {
  const { document } = parseHTML(wholePage(given));
  for (const element of document.querySelectorAll("*")) {
    const { localName } = element;
    if (![blocks, lists, others].some((names) => names.has(localName))) throw new Undrawable(`<${localName}>`);
    if (element.hasAttribute("style") && !blocks.has(localName)) throw new Undrawable(`the style of a <${localName}>`);
  }
  const headings = [...document.querySelectorAll("h1")].map((heading) => textOf(heading));
  return {
    title: textOf(document.querySelector("title")),
    background: styleOf(document.body).background ?? "white",
    blocks: stack(blocksOf(document.body)),
    html: `<!doctype html>${document.documentElement.outerHTML}`,
    heading: headings.length === 1 ? (headings[0] ?? "") : "",
    has: (selector) => document.querySelector(selector) !== null,
  };
}

/** A document with head and body: linkedom makes neither up. */
function wholePage(given: string): string {
  const rest = given.replace(/<!doctype[^>]*>/iu, "").replaceAll(/<\/?(?:html|head)\b[^>]*>/giu, "");
  const head = [...rest.matchAll(/<title>[^]*?<\/title>|<meta\b[^>]*>/giu)].map(([tag]) => tag).join("");
  const content = rest.replaceAll(/<title>[^]*?<\/title>|<meta\b[^>]*>/giu, "").replaceAll(/<\/body>/giu, "");
  const [, attributes = ""] = /<body\b([^>]*)>/iu.exec(content) ?? [];
  const body = content.replace(/<body\b[^>]*>/iu, "");
  return `<!doctype html><html><head>${head}</head><body${attributes}>${body}</body></html>`;
}

/** Puts blocks one below the other. */
function stack(unplaced: readonly Omit<SketchBlock, "top">[]): SketchBlock[] {
  let next = margin;
  return unplaced.map((block) => {
    const top = next;
    next += block.height;
    return { ...block, top };
  });
}

/** The blocks in an element: each has its own text without that of blocks in it. */
function blocksOf(element: Element): Omit<SketchBlock, "top">[] {
  const found: Omit<SketchBlock, "top">[] = [];
  let own = "";
  const end = () => {
    const text = own.replaceAll(/\s+/gu, " ").trim();
    if (text !== "") found.push({ text, background: null, height: lineHeight });
    own = "";
  };
  const parts = [...element.children].filter(({ localName }) => blocks.has(localName) || lists.has(localName));
  const partOf = new Map<ChildNode, Element>(parts.map((part) => [part, part]));
  for (const node of element.childNodes) {
    const child = partOf.get(node);
    if (child === undefined) own += node.textContent ?? "";
    else {
      end();
      found.push(...blockOf(child));
    }
  }
  end();
  return found;
}

/** The block of an element that has a style, with all of its text, or the blocks in it. */
function blockOf(element: Element): Omit<SketchBlock, "top">[] {
  if (!element.hasAttribute("style")) return blocksOf(element);
  const { background = null, height = lineHeight, padding = 0 } = styleOf(element);
  return [{ text: textOf(element), background, height: height + 2 * padding }];
}

/** Properties of a style. A sketch has its own margins and characters. */
function styleOf(element: Element): { background?: string; height?: number; padding?: number } {
  const entries = (element.getAttribute("style") ?? "").split(";").filter((entry) => entry.trim() !== "");
  return Object.assign({}, ...entries.map((entry) => propertyOf(entry.trim())));
}

function propertyOf(entry: string): { background?: string; height?: number; padding?: number } {
  const [, name = "", value = ""] = /^(background|height|padding|margin|font):\s*(.+)$/u.exec(entry) ?? [];
  const [, pixels] = /^(\d+)px$/u.exec(value) ?? [];
  if (name === "background") return { background: value };
  if (name === "height" && pixels !== undefined) return { height: Number(pixels) };
  if (name === "padding" && pixels !== undefined) return { padding: Number(pixels) };
  if (name === "margin" || name === "font") return {};
  throw new Undrawable(`the style ${entry}`);
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/\s+/gu, " ").trim();
}

/** The page as the text of monitors and `markdown` read it. */
export function flatPageOf({ html, title, heading }: SketchPage): Json {
  return { html, title, heading, declared: false, description: "", articleBody: "", cut: false };
}

/** The page's blocks as regions, in CSS pixels. */
export function regionsOf({ blocks: placed }: SketchPage, width: number): Json {
  return placed.map(({ text, top, height }, index) => {
    const names = { selector: `block-${index + 1}`, label: text.slice(0, 100), role: "region" };
    return { ...names, x: margin, y: top, width: width - 2 * margin, height };
  });
}

/** The page as `metadata` reads it. */
export function metadataOf({ title, heading }: SketchPage, base: string): Json {
  const nothing = { metas: [], links: [], jsonLd: [], times: [], bylines: [], nearHeading: [], dateLines: [], cut: [] };
  return { base, title, heading, lang: null, charset: "UTF-8", ...nothing };
}

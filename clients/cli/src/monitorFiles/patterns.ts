import { cssOfXPath } from "./xpath.ts";

/** Bounds of `capture.ignoreText`. */
const maxPatterns = 20;
const maxPatternChars = 512;
/** Parts of patterns that RE2 lacks: looking around, and references to groups. */
const unsupportedSyntax = /\(\?(?:[=!]|<[=!]|P=|>)|\\[1-9]/;

/** A pattern of the lines with a text, in any case. */
export function lineWithText(text: string): string {
  return `(?i)^.*${escapePattern(text)}.*$`;
}

/** A pattern of a text itself. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A pattern of the lines with a match of a pattern. */
export function lineWithMatch(pattern: string, flags = ""): string {
  const [, inline = "", body = pattern] = /^\(\?([a-z]+)\)(.*)$/s.exec(pattern) ?? [];
  const kept = [...new Set(inline + flags)].filter((flag) => flag === "i" || flag === "s").join("");
  return `${kept === "" ? "" : `(?${kept})`}^.*(?:${body}).*$`;
}

/** Whether the API takes a pattern. */
export function isUsable(pattern: string): boolean {
  return pattern.length <= maxPatternChars && !unsupportedSyntax.test(pattern);
}

/** The patterns that the API takes, and a sentence about each other one. */
export function usablePatterns(patterns: readonly string[]): { ignoreText: string[]; warnings: string[] } {
  const usableTexts = patterns.filter(isUsable);
  const warnings = patterns
    .filter((pattern) => !isUsable(pattern))
    .map(
      (pattern) => `The pattern ${JSON.stringify(pattern)} is left out: RE2 does not support it, or it is too long.`,
    );
  if (usableTexts.length > maxPatterns)
    warnings.push(`Only the first ${maxPatterns} patterns of ignored text are taken.`);
  return { ignoreText: usableTexts.slice(0, maxPatterns), warnings };
}

/**
 * The one element that a monitor can watch, of the selectors that a file has. Each other one gets a sentence, and so does one
 * that may match several elements: the other tools watch all of them.
 */
export function watchedElement(selectors: readonly string[]): { selector?: string; warnings: string[] } {
  const { css, other } = splitSelectors(selectors);
  const [selector, ...otherSelectors] = css;
  return {
    ...(selector !== undefined && { selector }),
    warnings: [
      ...(selector === undefined || matchesOne(selector)
        ? []
        : [`Only the first element that matches ${selector} is watched.`]),
      ...otherSelectors.map((text) => `The element ${text} is not watched, as a monitor watches one element.`),
      ...other.map((text) => `The element ${text} is not watched, as it has no equal CSS selector.`),
    ],
  };
}

/** Whether a selector can match one element only: by an id, or by a place below one on each level. */
function matchesOne(selector: string): boolean {
  if (selector.includes(",")) return false;
  const compounds = selector.split(/[\s>+~]+/);
  if (hasId(compounds.at(-1) ?? "")) return true;
  if (/[^\s>]\s+[^\s>]/.test(selector)) return false;
  return compounds.every((part) => hasId(part) || /^(?:html|body)$|:(?:nth|first|last|only)-/.test(part));
}

function hasId(compound: string): boolean {
  return /#|\[id=/.test(compound);
}

/** A selector as CSS. Null for an XPath without an equal in CSS, and for a path into JSON. */
function toCss(selector: string): string | null {
  const text = selector.trim();
  const [, path] = /^xpath1?:(.*)$/is.exec(text) ?? (/^(?:\.?\/|\()/.test(text) ? ["", text] : []);
  if (path !== undefined) return cssOfXPath(path);
  return /^(?:jsonp?(?:ath)?|jq(?:raw)?):/i.test(text) ? null : text.replace(/^css:/, "").trim();
}

/** The CSS selectors of a list, and those of its selectors that CSS can't say. */
export function splitSelectors(selectors: readonly string[]): { css: string[]; other: string[] } {
  const read = selectors.map((text) => ({ text, css: toCss(text) }));
  return {
    css: read.flatMap(({ css }) => (css === null || css === "" ? [] : [css])),
    other: read.flatMap(({ text, css }) => (css === null ? [text] : [])),
  };
}

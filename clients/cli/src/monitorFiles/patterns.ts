/** Bounds of `capture.ignoreText`. */
const maxPatterns = 20;
const maxPatternChars = 512;
/** Parts of patterns that RE2 lacks: looking around, and references to groups. */
const unsupported = /\(\?(?:[=!]|<[=!]|P=|>)|\\[1-9]/;

/** A pattern of the lines with a text, in any case. */
export function lineWithText(text: string): string {
  return `(?i)^.*${text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}.*$`;
}

/** A pattern of the lines with a match of a pattern. */
export function lineWithMatch(pattern: string, flags = ""): string {
  const [, inline = "", body = pattern] = /^\(\?([a-z]+)\)(.*)$/s.exec(pattern) ?? [];
  const kept = [...new Set(inline + flags)].filter((flag) => flag === "i" || flag === "s").join("");
  return `${kept === "" ? "" : `(?${kept})`}^.*(?:${body}).*$`;
}

function isUsable(pattern: string): boolean {
  return pattern.length <= maxPatternChars && !unsupported.test(pattern);
}

/** The patterns that the API takes, and a sentence about each other one. */
export function usablePatterns(patterns: readonly string[]): { ignoreText: string[]; warnings: string[] } {
  const usable = patterns.filter(isUsable);
  const warnings = patterns
    .filter((pattern) => !isUsable(pattern))
    .map(
      (pattern) => `The pattern ${JSON.stringify(pattern)} is left out: RE2 does not support it, or it is too long.`,
    );
  if (usable.length > maxPatterns) warnings.push(`Only the first ${maxPatterns} patterns of ignored text are taken.`);
  return { ignoreText: usable.slice(0, maxPatterns), warnings };
}

/**
 * The one element that a monitor can watch, of the selectors that a file has. Each other one gets a sentence.
 * `body` is the whole page.
 */
export function watchedElement(selectors: readonly string[]): { selector?: string; warnings: string[] } {
  const { css, other } = splitSelectors(selectors.map((selector) => selector.replace(/^css:/, "").trim()));
  const [selector, ...rest] = css.filter((text) => text !== "" && text !== "body");
  return {
    ...(selector !== undefined && { selector }),
    warnings: [...rest, ...other].map((text) =>
      other.includes(text)
        ? `The element ${text} is not watched, as it is no CSS selector.`
        : `The element ${text} is not watched, as a monitor watches one element.`,
    ),
  };
}

/** Whether a selector is an XPath or a path into JSON. */
function isNoCss(selector: string): boolean {
  return /^(?:xpath1?:|jsonp?(?:ath)?:|jq(?:raw)?:|\(*\/)/i.test(selector.trim());
}

/** CSS selectors of a list, and the others. */
export function splitSelectors(selectors: readonly string[]): { css: string[]; other: string[] } {
  return { css: selectors.filter((text) => !isNoCss(text)), other: selectors.filter(isNoCss) };
}

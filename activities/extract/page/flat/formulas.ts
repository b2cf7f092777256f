import { attribute, type PageFunction } from "../safeDom.ts";

/** A formula: its TeX source, or its MathML if the page has no source. `text` is the source, or the formula's words. */
export type Formula = { text: string; display: "block" | "inline"; mathml: string | null };

/**
 * The formula that an element is: MathML, a script that MathJax 2 left beside its drawing, or a picture with its source as
 * alternative text. Null for other elements.
 */
export function formulaIn(element: Element): Formula | null {
  const name = element.localName;
  if (name === "math") return mathmlFormula(element);
  if (name === "script") {
    const type = attribute(element, "type") ?? "";
    if (!/^math\/tex\b/iu.test(type)) return null;
    return {
      text: (element.textContent ?? "").trim(),
      display: /mode=display/iu.test(type) ? "block" : "inline",
      mathml: null,
    };
  }
  if (
    name !== "img" ||
    !/(?:^|\s)(?:latex|tex|mwe-math-fallback-image-(?:inline|display))(?:\s|$)/u.test(element.className)
  ) {
    return null;
  }
  const text = withoutStyle(attribute(element, "alt") ?? "");
  const display = /fallback-image-display/u.test(element.className) ? "block" : "inline";
  return text === "" ? null : { text, display, mathml: null };
}

/** MathML with the source that the page wrote beside it, else by its own elements. */
function mathmlFormula(element: Element): Formula {
  const source = Element.prototype.querySelector.call(
    element,
    "annotation[encoding='application/x-tex' i], annotation[encoding='tex' i], annotation[encoding='latex' i], annotation[encoding='application/x-latex' i], annotation[encoding='text/x-latex' i]",
  );
  const alternative = attribute(element, "alttext") ?? "";
  // Some pages describe the formula in words there.
  const tex = source?.textContent ?? (/[\\^_{}]/u.test(alternative) ? alternative : "");
  const isBlock =
    attribute(element, "display") === "block" ||
    Element.prototype.closest.call(element, ".katex-display, mjx-container[display='true']") !== null;
  const display = isBlock ? "block" : "inline";
  if (tex.trim() !== "") return { text: withoutStyle(tex), display, mathml: null };
  return { text: (element.textContent ?? "").trim(), display, mathml: plainMathml(element) };
}

/** TeX without the style that MediaWiki puts around each formula. */
function withoutStyle(tex: string): string {
  return /^\{\\(?:display|text)style\s([^]*)\}$/u.exec(tex.trim())?.[1]?.trim() ?? tex.trim();
}

/** The elements of MathML without attributes for scripts and readers, which are longer than the formula; null if it is too long. */
function plainMathml(element: Element): string | null {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element) || copy.querySelectorAll("*").length > 2000) return null;
  for (const note of copy.querySelectorAll("annotation, annotation-xml")) note.remove();
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of part.getAttributeNames()) {
      if (!/^(?:xmlns|open|close|separators|mathvariant)$/u.test(name)) part.removeAttribute(name);
    }
  }
  const mathml = new XMLSerializer().serializeToString(copy);
  return mathml.length > 20_000 ? null : mathml;
}

/** Whether an element draws a formula whose source is elsewhere on the page. */
export function drawsFormula(element: Element): boolean {
  const names = attribute(element, "class") ?? "";
  if (/(?:^|\s)MathJax(?:_(?:Display|SVG|SVG_Display|CHTML|Preview))?(?:\s|$)/u.test(names))
    return Document.prototype.querySelector.call(document, "script[type^='math/tex' i]") !== null;
  if (!/(?:^|\s)mwe-math-fallback-image-/u.test(names)) return false;
  const math = Element.prototype.closest.call(element, ".mwe-math-element")?.querySelector("math") ?? null;
  return math !== null && math.parentElement !== null && getComputedStyle(math.parentElement).display !== "none";
}

/** Functions of this file. */
export const formulaDependencies: readonly PageFunction[] = [
  drawsFormula,
  formulaIn,
  mathmlFormula,
  plainMathml,
  withoutStyle,
];

import type { Break, Html, Nodes, PhrasingContent, Text } from "mdast";
import { MathMLToLaTeX } from "mathml-to-latex";

/** MathML as TeX; null if there is none or it cannot be converted. */
export function texOfMathml(mathml: unknown): string | null {
  if (typeof mathml !== "string") return null;
  try {
    return MathMLToLaTeX.convert(mathml).trim() || null;
  } catch {
    // Pages write MathML with unknown or missing elements. The formula's text remains.
    return null;
  }
}

/**
 * A formula between dollars, as GFM writes it. It is raw, because Markdown would escape `_` and `\`, which TeX needs. A
 * blank changes no formula: after `<` it prevents tags, and between brackets it prevents links.
 */
export function formulaNode(tex: string, display: "block" | "inline", inTable: boolean): Html {
  const line = tex
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replaceAll(/<(?=[^\s\d])/gu, "< ")
    .replaceAll("](", "] (");
  const marks = display === "block" ? "$$" : "$";
  return { type: "html", value: `${marks}${inTable ? line.replaceAll("|", String.raw`\|`) : line}${marks}` };
}

/** Formulas in a text, between dollars or as `\(…\)` and `\[…\]`. A line break inside is `lineBreak`. */
const formulas = /\$\$[^$]+\$\$|\$[^$\0]+\$|\\\((?:[^\\]|\\[^()])*\\\)|\\\[(?:[^\\]|\\[^[\]])*\\\]/gu;
const lineBreak = "\0";

/** Keeps the formulas in texts as they are. Pages without a script for formulas show their source. */
export function keepFormulas(node: Nodes, inTable = false): void {
  if (!("children" in node)) return;
  const isCell = inTable || node.type === "tableCell";
  for (const child of node.children) keepFormulas(child, isCell);
  if (!isPhrasingParent(node) || !node.children.some((child) => child.type === "text" && /[$\\]/u.test(child.value)))
    return;
  const children: PhrasingContent[] = [];
  let run: (Text | Break)[] = [];
  for (const child of [...node.children, null]) {
    if (child?.type === "text" || child?.type === "break") run.push(child);
    else {
      children.push(...splitRun(run, isCell));
      run = [];
      if (child !== null) children.push(child);
    }
  }
  node.children = children;
}

type PhrasingParent = Nodes & { children: PhrasingContent[] };

function isPhrasingParent(node: Nodes): node is PhrasingParent {
  return /^(?:paragraph|heading|tableCell|strong|emphasis|delete)$/u.test(node.type);
}

/** Texts and line breaks side by side, with their formulas as nodes of their own. */
function splitRun(run: readonly (Text | Break)[], inTable: boolean): PhrasingContent[] {
  const text = run.map((each) => (each.type === "text" ? each.value : lineBreak)).join("");
  const nodes: PhrasingContent[] = [];
  let end = 0;
  formulas.lastIndex = 0;
  for (let match = formulas.exec(text); match !== null; match = formulas.exec(text)) {
    const formula = formulaOf(match[0], text.charAt(formulas.lastIndex));
    // Its last sign may begin another formula.
    if (formula === null) {
      formulas.lastIndex = Math.max(match.index + 1, formulas.lastIndex - 1);
      continue;
    }
    nodes.push(...textNodes(text.slice(end, match.index)), formulaNode(formula.tex, formula.display, inTable));
    end = formulas.lastIndex;
  }
  return [...nodes, ...textNodes(text.slice(end))];
}

function textNodes(text: string): (Text | Break)[] {
  return text
    .split(lineBreak)
    .flatMap((value, index): (Text | Break)[] => [
      ...(index === 0 ? [] : [{ type: "break" } as const]),
      ...(value === "" ? [] : [{ type: "text", value } as const]),
    ]);
}

/** The formula between two signs; null if it is other text, such as prices. */
function formulaOf(formulaText: string, next: string): { tex: string; display: "block" | "inline" } | null {
  const signs = formulaText.startsWith("$") && !formulaText.startsWith("$$") ? 1 : 2;
  const tex = formulaText.slice(signs, -signs).replaceAll(lineBreak, " ");
  const isTex = /[\\^_{}=<>+]|^\s*\p{L}\s*$/u.test(tex);
  // Pandoc reads dollars by the same rule.
  if (signs === 1 && (/^\s|\s$/u.test(tex) || /\d/u.test(next))) return null;
  if (!isTex) return null;
  return { tex, display: /^(?:\$\$|\\\[)/u.test(formulaText) ? "block" : "inline" };
}

import type { ElementStyle } from "./computedStyles.ts";

type StyleOf = (element: Element) => ElementStyle;

/** A part of a text: words, or line breaks of which neighbours count once. */
type Part = { text: string; keepsBlanks: boolean } | { breaks: number };

/** An element while its children are read, and the parts that follow them. */
type Frame = { nodes: ArrayLike<Node>; next: number; element: Element; after: readonly Part[] };

/** Elements whose contents are no text of theirs. */
const replacedTags =
  /^(?:img|video|audio|canvas|iframe|object|embed|input|textarea|meter|progress|script|style|template|svg)$/u;

/**
 * The text of an element as a reader sees it: `innerText` of the standard, with a line for each block. The text of an
 * element that is not drawn is its whole text.
 */
export function innerText(root: Element, styleOf: StyleOf, isDrawn: (element: Element) => boolean): string {
  if (!isDrawn(root)) return root.textContent ?? "";
  const parts: Part[] = [];
  const stack: Frame[] = [{ nodes: root.childNodes, next: 0, element: root, after: [] }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) {
      parts.push(...frame.after);
      stack.pop();
    } else if (node.nodeType === 3) addText(parts, node.nodeValue ?? "", styleOf(frame.element));
    else if (isElementNode(node)) {
      const { before, after, hasChildren } = breaksAround(node, styleOf(node), frame.element);
      parts.push(...before);
      if (hasChildren) stack.push({ nodes: node.childNodes, next: 0, element: node, after });
    }
  }
  return joinParts(parts);
}

function isElementNode(node: Node): node is Element {
  return node.nodeType === 1;
}

function addText(parts: Part[], text: string, style: ElementStyle): void {
  if (style["visibility"] !== "visible" || text === "") return;
  const whiteSpace = style["white-space"] ?? "normal";
  const written = transformed(text, style["text-transform"] ?? "none");
  if (/^(?:pre|pre-wrap|break-spaces)/u.test(whiteSpace)) parts.push({ text: written, keepsBlanks: true });
  else {
    const blanks = whiteSpace === "pre-line" ? /[ \t\f\r]+/gu : /[ \t\n\f\r]+/gu;
    parts.push({ text: written.replaceAll(blanks, " "), keepsBlanks: false });
  }
}

function transformed(text: string, transform: string): string {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  if (transform === "math-auto") return inMathItalics(text);
  if (transform !== "capitalize") return text;
  return text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A variable of one letter as a browser draws it. Others stay. */
function inMathItalics(text: string): string {
  const letter = text.trim();
  if (!/^[A-Za-z]$/u.test(letter)) return text;
  // The block of italic letters has no h, which was there before.
  if (letter === "h") return "ℎ";
  const from = letter <= "Z" ? 0x1d434 - 0x41 : 0x1d44e - 0x61;
  return String.fromCodePoint(from + (letter.codePointAt(0) ?? 0));
}

type Around = { before: readonly Part[]; after: readonly Part[]; hasChildren: boolean };

const nothing: Around = { before: [], after: [], hasChildren: false };
const line: Part = { breaks: 1 };

function breaksAround(element: Element, style: ElementStyle, parent: Element): Around {
  const name = element.localName;
  const { display = "inline" } = style;
  if (display === "none" || replacedTags.test(name)) return nothing;
  if (name === "br") return { ...nothing, before: [{ text: "\n", keepsBlanks: true }] };
  // A closed `details` shows its summary alone.
  if (parent.localName === "details" && name !== "summary" && !parent.hasAttribute("open")) return nothing;
  if (name === "p") return around({ breaks: 2 });
  if (display === "table-cell") return { before: [], after: separator(element, "\t"), hasChildren: true };
  if (display === "table-row") return { before: [], after: separator(element, "\n"), hasChildren: true };
  const isBlock = /^(?:block|flow-root|flex|grid|list-item|table|table-caption)$/u.test(display);
  return isBlock ? around(line) : { before: [], after: [], hasChildren: true };
}

function around(breaks: Part): Around {
  return { before: [breaks], after: [breaks], hasChildren: true };
}

/** The text after a cell or a row: none after the last one. */
function separator(element: Element, text: string): readonly Part[] {
  const isLast = text === "\t" ? element.nextElementSibling === null : isLastRow(element);
  return isLast ? [] : [{ text, keepsBlanks: true }];
}

function isLastRow(row: Element): boolean {
  if (row.nextElementSibling !== null) return false;
  const group = row.parentElement;
  return group === null || group.localName === "table" || group.nextElementSibling === null;
}

/** The text of the parts: blanks at the ends of lines fall away, and neighbouring breaks count once. */
function joinParts(parts: readonly Part[]): string {
  const lines: string[] = [];
  let atStart = true;
  let breaks = 0;
  let blank = false;
  for (const part of parts) {
    if ("breaks" in part) {
      breaks = Math.max(breaks, part.breaks);
      blank = false;
      continue;
    }
    let { text } = part;
    const isBreak = part.keepsBlanks && (text === "\n" || text === "\t");
    if (!part.keepsBlanks) {
      const begins = text.startsWith(" ");
      const core = text.trim() === "" ? "" : text.slice(begins ? 1 : 0, text.endsWith(" ") ? -1 : undefined);
      if (core === "") {
        blank ||= begins;
        continue;
      }
      const isSpaced = (blank || begins) && !atStart && breaks === 0 && !endsLine(lines);
      const ends = text.endsWith(" ");
      text = `${isSpaced ? " " : ""}${core}`;
      blank = ends;
    } else {
      if (blank && !isBreak && !atStart && breaks === 0) lines.push(" ");
      blank = false;
    }
    if (breaks > 0 && !atStart) lines.push("\n".repeat(breaks));
    breaks = 0;
    lines.push(text);
    atStart = false;
  }
  return lines.join("");
}

function endsLine(written: readonly string[]): boolean {
  const last = written.at(-1) ?? "";
  return last.endsWith("\n") || last.endsWith("\t");
}

import type { Element as HastElement, ElementContent } from "hast";

/** Whether a table places things on the page instead of relating them: no Markdown table could hold it. */
export function isLayoutTable(table: Element): boolean {
  if (/^(?:presentation|none)$/u.test(table.getAttribute("role") ?? "")) return true;
  if (table.querySelector("table, h1, h2, h3, h4, h5, h6, figure, blockquote, section, article, hr") !== null)
    return true;
  const rows = [...table.querySelectorAll("tr")];
  if (rows.every((row) => row.querySelectorAll("td, th").length < 2)) return true;
  if (table.querySelector("th, thead, caption") !== null) return false;
  // Without a word about its columns, it's what is in it that tells.
  const bound = rows.length < 2 ? 80 : 500;
  return [...table.querySelectorAll("td")].some((cell) => (cell.textContent ?? "").trim().length > bound);
}

/** The content of a cell in one line: blocks become lines parted by `br`, items keep a dash. */
export function flattenCell(children: readonly ElementContent[]): ElementContent[] {
  const lines: ElementContent[][] = [[]];
  addTo(lines, children);
  const filled = lines.filter((line) => line.some((node) => node.type !== "text" || node.value.trim() !== ""));
  return filled.flatMap((line, index) => (index === 0 ? line : [element("br", []), ...line]));
}

function addTo(lines: ElementContent[][], children: readonly ElementContent[]): void {
  for (const child of children) {
    const tag = child.type === "element" ? child.tagName : "";
    if (child.type !== "element" || !blocks.has(tag)) lines.at(-1)?.push(child);
    else if (tag === "pre") lines.push(codeLine(child), []);
    else {
      lines.push(tag === "li" ? [{ type: "text", value: "- " }] : []);
      addTo(lines, child.children);
      lines.push([]);
    }
  }
}

function codeLine(pre: HastElement): ElementContent[] {
  const [only] = pre.children;
  return [
    element(
      "code",
      pre.children.length === 1 && only?.type === "element" && only.tagName === "code" ? only.children : pre.children,
    ),
  ];
}

function element(tagName: string, children: ElementContent[]): HastElement {
  return { type: "element", tagName, properties: {}, children };
}

const blocks = new Set(
  "address article aside center dd details dialog div dl dt fieldset figcaption footer form header li main nav ol p pre section summary ul".split(
    " ",
  ),
);

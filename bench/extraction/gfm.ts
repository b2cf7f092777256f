import type { Contender } from "./contenders.ts";
import { gfmCases } from "./gfmCases.ts";
import { parseMarkdown } from "./texts.ts";

/** The cases in which a contender's Markdown means the same as the page, by a parser of GitHub Flavored Markdown. */
export async function gfmPassed(contender: Contender): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  for (const { name, html, markdown } of gfmCases) {
    const written = await contender.toMarkdown(pageWith(html));
    if (meaningBetween(written) === meaningOf(markdown)) passed.add(name);
  }
  return passed;
}

const before =
  "The harbour office keeps a log of every ship that comes in, and this page says how the log is kept, line by line, since the first winter.";
const after =
  "No line may change once the tide has turned, which is why the clerk reads each of them aloud, twice, to every visitor at the desk.";

/** An article, so that the construct is not taken for a box beside one. */
function pageWith(html: string): string {
  const paragraphs = [before, before.replace("harbour", "northern"), before.replace("ship", "boat")];
  return `<!doctype html><html lang="en"><head><title>The log of the harbour</title></head><body><article><h1>The log of the harbour</h1>
    ${paragraphs.map((text) => `<p>${text}</p>`).join("")}<p>START</p>${html}<p>END</p><p>${after}</p><p>${after.replace("clerk", "master")}</p></article></body></html>`;
}

function meaningBetween(markdown: string): string {
  const { children } = parseMarkdown(markdown);
  const says = (text: string) =>
    children.findIndex((node) => meaning([node]) === meaning(parseMarkdown(text).children));
  return meaning(children.slice(says("START") + 1, says("END")));
}

function meaningOf(markdown: string): string {
  return meaning(parseMarkdown(markdown).children);
}

/** A tree without positions, spelling and spacing of lists. */
function meaning(nodes: readonly object[]): string {
  return JSON.stringify(nodes, (key, value: unknown) => {
    if (key === "position" || key === "spread" || value === null) return undefined;
    if (key === "value" && typeof value === "string") return value.replace(/^<br\s*\/?>$/u, "<br>").replace(/\n$/u, "");
    return value;
  });
}

import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { isLayoutTable } from "../handlers.ts";
import { type Block, keepOnly, type Part } from "./blocks.ts";
import { coefficients, intercept } from "./coefficients.ts";
import { type Article, dividePage } from "./dividePage.ts";
import { articleShare, featuresOf, type PageFacts, type Signs } from "./features.ts";

/** Where the main content is, and what the page is called. */
export type MainContent = { content: Element; title: string };

/** An article shorter than this may be a teaser, a notice or a form. */
const minLength = 250;
/** Of the prose that can be content; an article with less of it is one of many things on the page. */
const minShare = { declared: 0.2, undeclared: 0.5 };
/** Log odds from which on a block is content. */
const threshold = -0.6;

/** What decides whether a block is content: the log odds are the intercept and the sum of its features by coefficient. */
export type Model = { intercept: number; coefficients: Readonly<Record<string, number>> };

/** The model that the product uses. */
export const shippedModel: Model = { intercept, coefficients };

/**
 * Finds the main content of a page: its article, where one is most of what the page has to say. Of a page that is none
 * (a list, a product, a discussion, an application), the blocks that look like content.
 */
export function findMainContent(page: MarkdownTask, model = shippedModel): MainContent {
  const { document, article, facts } = dividePage(page);
  if (article !== null && isArticlePage(article, facts))
    return { content: article.content, title: page.heading || article.title || page.title };
  const { blocks } = facts;
  const signs = featuresOf(facts);
  const kept = blocks.map((block, index) => !isNever(block, facts) && isContent(signs[index] ?? {}, model));
  settleTables(blocks, kept);
  if (kept.includes(true)) keepOnly(document.body, blocks, kept);
  return { content: document.body, title: page.heading || page.title };
}

/** Whether the article that was found is the main content as it stands, so that no block is looked at. */
export function isArticlePage(article: Article, facts: PageFacts): boolean {
  const least = facts.declared ? minShare.declared : minShare.undeclared;
  return article.length >= minLength && articleShare(facts) >= least;
}

/** Ways through the site, whatever they look like: what calls itself one, and numbers of pages. */
export function isNever({ part, text, linked }: Block, { hasMain }: PageFacts): boolean {
  const isIn = (...names: string[]) => names.some((name) => part.places.has(name));
  if (isIn("nav", "role=navigation")) return true;
  if (isOfSite(part) && (hasMain || text.length < 80)) return true;
  return linked >= text.replaceAll(" ", "").length && /^[\d\s.…‹›«»<>←→|-]+$/u.test(text);
}

/** Whether a part is in the site's header or footer, or beside the content; that of an article is in the article, and a header of the page has its title. */
function isOfSite(part: Part): boolean {
  if (["main", "role=main", "article"].some((name) => part.places.has(name))) return false;
  const frame = "header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]";
  return part.element.closest(frame)?.querySelector("h1") === null;
}

function isContent(signs: Signs, model: Model): boolean {
  let odds = model.intercept;
  for (const [name, coefficient] of Object.entries(model.coefficients)) odds += coefficient * (signs[name] ?? 0);
  return odds > threshold;
}

/** A table of data is kept or left out as a whole, by what most of its text is. */
function settleTables(blocks: readonly Block[], kept: boolean[]): void {
  const tables = new Map<Part, number[]>();
  const layout = new Map<Part, boolean>();
  for (const [index, { part }] of blocks.entries()) {
    const table = tableAround(part);
    if (table === null) continue;
    if (!layout.has(table)) layout.set(table, isLayoutTable(table.element));
    if (layout.get(table) === true) continue;
    const indices = tables.get(table);
    if (indices === undefined) tables.set(table, [index]);
    else indices.push(index);
  }
  for (const indices of tables.values()) {
    const length = (which: readonly number[]) =>
      which.reduce((sum, index) => sum + (blocks[index]?.text.length ?? 0), 0);
    const isKept = length(indices.filter((index) => kept[index])) * 2 >= length(indices);
    for (const index of indices) kept[index] = isKept;
  }
}

function tableAround(part: Part): Part | null {
  for (let at: Part | null = part; at !== null; at = at.parent) if (at.element.localName === "table") return at;
  return null;
}

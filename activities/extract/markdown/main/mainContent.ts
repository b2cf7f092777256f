import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { isLayoutTable } from "../handlers.ts";
import { type Block, keepOnly, type Part } from "./blocks.ts";
import { coefficients, intercept } from "./coefficients.ts";
import { type Article, dividePage } from "./dividePage.ts";
import { articleShare, featuresOf, type PageFacts, type Features } from "./features.ts";

/** The main content, and the title of the page. */
export type MainContent = { content: Element; title: string };

/** Shorter articles may be a teaser, a notice or a form. By eye. */
const minArticleChars = 250;
/**
 * Smallest share of the page's possible content that the article must contain. Checked by `npm run bench --
 * extraction`.
 */
const minArticleShare = { declared: 0.2, undeclared: 0.5 };
/** Blocks with higher log odds are content. Checked by `npm run bench -- extraction`. */
const minLogOdds = -0.6;

/**
 * A logistic model. The log odds of a block are the intercept plus the sum of its features times their coefficients.
 */
export type Model = { intercept: number; coefficients: Readonly<Record<string, number>> };

/** The model that the product uses. */
export const shippedModel: Model = { intercept, coefficients };

/**
 * Finds the main content of a page: its article if that is most of the page, else the blocks that the model selects
 * (for lists, products, discussions, applications).
 */
export function findMainContent(page: MarkdownTask, model = shippedModel): MainContent {
  const { document, article, facts } = dividePage(page);
  if (article !== null && isArticlePage(article, facts))
    return { content: article.content, title: page.heading || article.title || page.title };
  const { blocks } = facts;
  const features = featuresOf(facts);
  const kept = blocks.map((block, index) => !isNavigation(block, facts) && isContent(features[index] ?? {}, model));
  decideTables(blocks, kept);
  if (kept.includes(true)) keepOnly(document.body, blocks, kept);
  return { content: document.body, title: page.heading || page.title };
}

/** Whether the article that was found is the main content as it is, so that no block is judged. */
export function isArticlePage(article: Article, facts: PageFacts): boolean {
  const requiredShare = facts.declared ? minArticleShare.declared : minArticleShare.undeclared;
  return article.textLength >= minArticleChars && articleShare(facts) >= requiredShare;
}

/** Whether a block is navigation and never content: parts that say so, and page numbers. */
export function isNavigation({ part, text, linked }: Block, { hasMain }: PageFacts): boolean {
  const isIn = (...names: string[]) => names.some((name) => part.tagsAndRoles.has(name));
  if (isIn("nav", "role=navigation")) return true;
  if (isInSiteFrame(part) && (hasMain || text.length < 80)) return true;
  return linked >= text.replaceAll(" ", "").length && /^[\d\s.…‹›«»<>←→|-]+$/u.test(text);
}

/**
 * Whether a part is in the site's header, footer or sidebar. One inside an article, or with the page's `<h1>`, is not.
 */
function isInSiteFrame(part: Part): boolean {
  if (["main", "role=main", "article"].some((name) => part.tagsAndRoles.has(name))) return false;
  const frame = "header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]";
  return part.element.closest(frame)?.querySelector("h1") === null;
}

function isContent(features: Features, model: Model): boolean {
  let logOdds = model.intercept;
  for (const [name, coefficient] of Object.entries(model.coefficients)) logOdds += coefficient * (features[name] ?? 0);
  return logOdds > minLogOdds;
}

/** Keeps or drops each data table as a whole, by most of its text. */
function decideTables(blocks: readonly Block[], kept: boolean[]): void {
  const tables = new Map<Part, number[]>();
  const isLayoutByTable = new Map<Part, boolean>();
  for (const [index, { part }] of blocks.entries()) {
    const table = tableAround(part);
    if (table === null) continue;
    if (!isLayoutByTable.has(table)) isLayoutByTable.set(table, isLayoutTable(table.element));
    if (isLayoutByTable.get(table) === true) continue;
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

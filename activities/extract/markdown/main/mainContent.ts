import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { isLayoutTable } from "../handlers.ts";
import { type Block, keepOnly, type Part } from "./blocks.ts";
import { type Candidate, type JudgedBlock, rankCandidates } from "./candidates.ts";
import { type DividedPage, dividePage } from "./dividePage.ts";
import { featuresOf, type PageFacts } from "./features.ts";
import { type Forest, probabilityOf, shippedForest } from "./forest.ts";
import { removePrompts } from "./prompts.ts";
import { namesConsent } from "./vocabulary.ts";

/** From this length on, an article is long. By eye. */
const longArticleChars = 10_000;

/** The main content, and the title of the page. */
export type MainContent = { content: Element; title: string };

/** A page with its blocks judged, and its possible contents, the chosen one first. */
export type JudgedPage = DividedPage & { judgedBlocks: JudgedBlock[]; candidates: Candidate[] };

/**
 * Finds the main content of a page: the article that Readability found, or the blocks that the model selects, whichever
 * promises more. The lines of the site about itself in it are removed.
 */
export function findMainContent(page: MarkdownTask, forest = shippedForest): MainContent {
  const judged = judgePage(page, forest);
  const chosen = chosenContent(judged, page.title);
  removePrompts(chosen.content, judged.facts, chosen.title);
  return chosen;
}

function chosenContent({ document, heading, article, facts, candidates }: JudgedPage, title: string): MainContent {
  const [chosen] = candidates;
  if (chosen?.name === "article" && article !== null)
    return { content: article.content, title: heading || article.title || title };
  const kept = [...(chosen?.kept ?? [])];
  decideTables(facts.blocks, kept);
  if (kept.includes(true)) keepOnly(document.body, facts.blocks, kept);
  return { content: document.body, title: heading || title };
}

/** Divides a page into blocks, judges each, and ranks the possible contents. */
export function judgePage(page: MarkdownTask, forest: Forest): JudgedPage {
  const divided = dividePage(page);
  const { facts } = divided;
  const features = featuresOf(facts);
  const judgedBlocks = facts.blocks.map((block, index) => ({
    words: wordsIn(block.text),
    probability: isNavigation(block, facts) ? 0 : probabilityOf(features[index] ?? {}, forest),
    inArticle: facts.inArticle[index] ?? false,
  }));
  const isLongAndDeclared = facts.declared && (divided.article?.textLength ?? 0) >= longArticleChars;
  return { ...divided, judgedBlocks, candidates: rankCandidates(judgedBlocks, { isLongAndDeclared }) };
}

/** About the number of words. Scripts without spaces have two characters a word. */
function wordsIn(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return dense / 2 + (text.match(/\S+/gu)?.length ?? 0);
}

/** Whether a block is never content: navigation that says so, page numbers, and notices that ask for consent. */
export function isNavigation({ part, text, linkedChars }: Block, { hasMain }: PageFacts): boolean {
  const isIn = (...names: string[]) => names.some((name) => part.tagsAndRoles.has(name));
  if (isIn("nav", "role=navigation")) return true;
  if (namesConsent(text) && isInOverlay(part)) return true;
  if (isInSiteFrame(part) && (hasMain || text.length < 80)) return true;
  return linkedChars >= text.replaceAll(" ", "").length && /^[\d\s.…‹›«»<>←→|-]+$/u.test(text);
}

/** Whether a part or one around it is named as an overlay or is a dialog. One that holds the page's `<h1>` is not. */
function isInOverlay(part: Part): boolean {
  for (let at: Part | null = part; at !== null; at = at.parent) {
    const isOverlay = at.kinds.has("overlay") || at.element.localName === "dialog";
    if (isOverlay && at.element.querySelector("h1") === null) return at.parent !== null;
  }
  return false;
}

/**
 * Whether a part is in the site's header, footer or sidebar. One inside an article, or with the page's `<h1>`, is not.
 */
function isInSiteFrame(part: Part): boolean {
  if (["main", "role=main", "article"].some((name) => part.tagsAndRoles.has(name))) return false;
  const frame = "header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]";
  return part.element.closest(frame)?.querySelector("h1") === null;
}

/** Keeps or drops each data table as a whole, by most of its text. */
function decideTables(blocks: readonly Block[], keepsBlock: boolean[]): void {
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
    const isKept = length(indices.filter((index) => keepsBlock[index])) * 2 >= length(indices);
    for (const index of indices) keepsBlock[index] = isKept;
  }
}

function tableAround(part: Part): Part | null {
  for (let at: Part | null = part; at !== null; at = at.parent) if (at.element.localName === "table") return at;
  return null;
}

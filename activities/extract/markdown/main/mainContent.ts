import { parseHTML } from "linkedom";
import type { MarkdownTask } from "../convertPage.ts";
import { prepareCode } from "../prepareCode.ts";
import { findArticle } from "./article.ts";
import { type Block, blocksOf, type Part } from "./blocks.ts";
import { keepOnly } from "./keep.ts";
import { prepareHeadings, prepareTasks } from "./prepare.ts";
import { settleTables } from "./settleTables.ts";
import { articleShare, type PageFacts, type Signs, featuresOf } from "./signs.ts";
import { intercept, coefficients } from "./weights.ts";

/** Where the main content is, and what the page is called. */
export type MainContent = { content: Element; title: string };

/** An article shorter than this may be a teaser, a notice or a form. */
const minLength = 250;
/** Of the prose that can be content; an article with less of it is one of many things on the page. */
const minShare = { declared: 0.2, undeclared: 0.5 };
/** Log odds from which on a block is content. */
const threshold = -0.6;

/**
 * Finds the main content of a page: its article, where one is most of what the page has to say. Of a page that is none
 * (a list, a product, a discussion, an application), the blocks that look like content.
 */
export function findMainContent(page: MarkdownTask): MainContent {
  const { document } = parseHTML(page.html);
  prepareCode(document);
  prepareTasks(document);
  prepareHeadings(document);
  const blocks = withoutRepeats(blocksOf(document.body));
  const article = findArticle(document, blocks);
  const facts: PageFacts = {
    blocks,
    inArticle: article?.has ?? blocks.map(() => false),
    declared: page.declared,
    hasMain: document.querySelector("main, [role=main]") !== null,
    articles: document.querySelectorAll("article").length,
  };
  const least = page.declared ? minShare.declared : minShare.undeclared;
  if (article !== null && article.length >= minLength && articleShare(facts) >= least)
    return { content: article.content, title: page.heading || article.title || page.title };
  const signs = featuresOf(facts);
  const kept = blocks.map((block, index) => !isNever(block, facts) && isContent(signs[index] ?? {}));
  settleTables(blocks, kept);
  if (kept.includes(true)) keepOnly(document.body, blocks, kept);
  return { content: document.body, title: page.heading || page.title };
}

/** Pages repeat a picture's caption for every size of the window and in every slide. */
function withoutRepeats(blocks: readonly Block[]): Block[] {
  const known = new Set<string>();
  return blocks.filter(({ text, part, nodes }) => {
    if (text.length < 60 || !isCaption(part)) return true;
    if (!known.has(text)) return known.add(text).size > 0;
    for (const node of nodes) node.remove();
    return false;
  });
}

function isCaption(part: Part): boolean {
  let at: Part | null = part;
  for (let level = 0; level < 4 && at !== null; level += 1) {
    const names = `${at.element.getAttribute("class") ?? ""} ${at.element.getAttribute("id") ?? ""}`;
    if (at.element.localName === "figcaption" || /caption|gallery|slide/iu.test(names)) return true;
    at = at.parent;
  }
  return false;
}

/** Ways through the site, whatever they look like: what calls itself one, and numbers of pages. */
function isNever({ part, text, linked }: Block, { hasMain }: PageFacts): boolean {
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

function isContent(signs: Signs): boolean {
  let odds = intercept;
  for (const [name, weight] of Object.entries(coefficients)) odds += weight * (signs[name] ?? 0);
  return odds > threshold;
}

import { agreementFeatures, type Statements } from "./agreement.ts";
import { isUnderAside } from "./asides.ts";
import { type Block, isProse, type Kind, type Part } from "./blocks.ts";
import { positionFeatures } from "./placeFeatures.ts";
import { repetitionFeatures } from "./repetition.ts";
import { bodyFeatures, windowFeatures } from "./surroundings.ts";
import { textFeatures } from "./textFeatures.ts";

/** Features of a block: 1 or 0 for yes or no, a share from 0 to 1, or a logarithm of a size. */
export type Features = Record<string, number>;

/** Facts about the page as a whole. `inArticle` says for each block whether Readability's article contains it. */
export type PageFacts = {
  blocks: readonly Block[];
  inArticle: readonly boolean[];
  /** Whether the page declares itself an article. */
  declared: boolean;
  hasMain: boolean;
  articles: number;
  statements: Statements;
};

/** The share of the page's possible content that is in the article, 0 to 1, by characters of prose. */
function articleShare({ blocks, inArticle, declared }: PageFacts): number {
  const underAsides = isUnderAside(blocks);
  let inside = 0;
  let outside = 0;
  for (const [index, block] of blocks.entries()) {
    if (!isProse(block)) continue;
    if (inArticle[index]) inside += block.text.length;
    else if (!(underAsides[index] && declared) && !isOutsideContent(block, declared)) outside += block.text.length;
  }
  return inside / Math.max(1, inside + outside);
}

/**
 * Whether a block is in a part that is marked as something else than content. Comments are content unless the page is
 * an article.
 */
function isOutsideContent({ part }: Block, declared: boolean): boolean {
  if (["nav", "footer", "aside", "dialog", "role=dialog"].some((name) => part.tagsAndRoles.has(name))) return true;
  if (!declared) return false;
  const kinds: Kind[] = ["footer", "sidebar", "related", "newsletter", "overlay", "ads", "comments"];
  for (let at: Part | null = part; at !== null; at = at.parent)
    if (kinds.some((kind) => at?.kinds.has(kind))) return true;
  return false;
}

/** The features of every block of a page. A feature that is absent has the value 0. */
export function featuresOf(facts: PageFacts): Features[] {
  const { blocks } = facts;
  const groups = [
    repetitionFeatures(blocks),
    windowFeatures(blocks),
    bodyFeatures(blocks),
    agreementFeatures(blocks, facts.statements),
    articleFeatures(facts),
    orderFeatures(facts),
  ];
  const ofPage = pageFeatures(facts);
  return blocks.map((block, index) =>
    Object.assign(textFeatures(block), positionFeatures(block, facts), ofPage, ...groups.map((group) => group[index])),
  );
}

/** Features of each block's place in relation to the article that Readability found. */
function articleFeatures(facts: PageFacts): Features[] {
  const { blocks, inArticle } = facts;
  const [first, last] = [inArticle.indexOf(true), inArticle.lastIndexOf(true)];
  const share = articleShare(facts);
  const articleBlocks = blocks.filter((_block, index) => inArticle[index]);
  const articleSize = Math.log(1 + sum(articleBlocks, ({ text }) => text.length)) / 10;
  return blocks.map((_block, index) => {
    const inside = inArticle[index] ? 1 : 0;
    return {
      share,
      inArticle: inside,
      inArticleOfShare: inside * share,
      besideArticleOfShare: (1 - inside) * share,
      besideArticleOfSize: (1 - inside) * articleSize,
      insideArticleGap: inside === 0 && index > first && index < last ? 1 : 0,
      afterArticle: inside === 0 && last !== -1 && index > last ? 1 : 0,
      afterInArticle: inArticle[index - 1] ? 1 : 0,
      beforeInArticle: inArticle[index + 1] ? 1 : 0,
      fromArticleStart: first === -1 ? 0 : signedDistance(index - first),
      fromArticleEnd: last === -1 ? 0 : signedDistance(index - last),
    };
  });
}

/** Features of each block's place in the order of the page, and of the blocks beside it. */
function orderFeatures({ blocks, inArticle }: PageFacts): Features[] {
  const title = blocks.findIndex((block) => block.part.element.localName === "h1" || isLevelOne(block));
  const underAsides = isUnderAside(blocks);
  const positions = positionsOf(blocks);
  const headings = headingDistances(blocks);
  const [titlePosition = 0, lastPosition = 0] = [positions[title], positions.at(-1)];
  return blocks.map((_block, index) => {
    const position = positions[index] ?? 0;
    const [before, after] = [blocks[index - 1], blocks[index + 1]];
    return {
      titleInArticle: inArticle[title] ? 1 : 0,
      beforeTitle: index < title ? 1 : 0,
      awayFromTitle: title === -1 ? 1 : Math.min(1, Math.abs(position - titlePosition) / 100),
      fromTitle: title === -1 ? 0 : signedDistance(index - title),
      relativePosition: position / (lastPosition + 1),
      atEnd: position > (lastPosition + 1) * 0.9 ? 1 : 0,
      blockIndex: Math.log(1 + index),
      blocksLeft: Math.log(blocks.length - index),
      headingDistance: headings[index] ?? 0,
      underAside: underAsides[index] ? 1 : 0,
      nextLength: after === undefined ? 0 : Math.log(1 + after.text.length),
      nextLinked: after === undefined ? 0 : after.linkedChars / after.text.length,
      previousLinked: before === undefined ? 0 : before.linkedChars / before.text.length,
    };
  });
}

/** The logarithm of a distance, with its sign. */
function signedDistance(blocks: number): number {
  return Math.sign(blocks) * Math.log(1 + Math.abs(blocks));
}

/** Features that all blocks of a page share. */
function pageFeatures({ blocks, inArticle, declared, hasMain, articles }: PageFacts): Features {
  const length = (chosen: readonly Block[]) => sum(chosen, ({ text }) => text.length);
  const all = Math.max(1, length(blocks));
  const prose = blocks.filter(isProse);
  return {
    pageLength: Math.log(1 + all),
    pageBlocks: Math.log(1 + blocks.length),
    pageProse: length(prose) / all,
    pageProseLength: Math.log(1 + length(prose)),
    pageLinked: sum(blocks, ({ linkedChars }) => linkedChars) / all,
    pageDeclared: declared ? 1 : 0,
    pageHasMain: hasMain ? 1 : 0,
    pageArticles: Math.log(1 + articles),
    pageArticleLength: Math.log(1 + length(blocks.filter((_block, index) => inArticle[index]))),
  };
}

/** The number of blocks since the last heading. */
function headingDistances(blocks: readonly Block[]): number[] {
  let since = 0;
  return blocks.map(({ part }) => {
    since = /^h[1-6]$/u.test(part.element.localName) ? 0 : since + 1;
    return Math.log(1 + since);
  });
}

/** The number of blocks before each one. The cells of a table share one position. */
function positionsOf(blocks: readonly Block[]): number[] {
  let position = -1;
  return blocks.map(({ part }) => {
    if (part.element.localName !== "td" && part.element.localName !== "th") position += 1;
    return Math.max(0, position);
  });
}

function isLevelOne({ part }: Block): boolean {
  return part.element.getAttribute("data-level") === "1";
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

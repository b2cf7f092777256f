import { type Block, isProse, type Kind, type Part } from "./blocks.ts";

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
};

/** The share of the page's possible content that is in the article, 0 to 1, by characters of prose. */
export function articleShare({ blocks, inArticle, declared }: PageFacts): number {
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

/** The features of every block of a page. */
export function featuresOf(facts: PageFacts): Features[] {
  const { blocks, inArticle } = facts;
  const first = inArticle.indexOf(true);
  const last = inArticle.lastIndexOf(true);
  const articleShareOfPage = articleShare(facts);
  const articleSize =
    Math.log(
      1 +
        sum(
          blocks.filter((_block, index) => inArticle[index]),
          (block) => block.text.length,
        ),
    ) / 10;
  const title = blocks.findIndex((block) => block.part.element.localName === "h1" || isLevelOne(block));
  const underAsides = isUnderAside(blocks);
  const positions = positionsOf(blocks);
  const [titlePosition = 0, lastPosition = 0] = [positions[title], positions.at(-1)];
  return blocks.map((block, index) => {
    const position = positions[index] ?? 0;
    const inside = inArticle[index] ? 1 : 0;
    const before = blocks[index - 1];
    const after = blocks[index + 1];
    return {
      ...textFeatures(block),
      ...positionFeatures(block, facts),
      inArticle: inside,
      share: articleShareOfPage,
      inArticleOfShare: inside * articleShareOfPage,
      besideArticleOfShare: (1 - inside) * articleShareOfPage,
      besideArticleOfSize: (1 - inside) * articleSize,
      insideArticleGap: inside === 0 && index > first && index < last ? 1 : 0,
      afterArticle: inside === 0 && last !== -1 && index > last ? 1 : 0,
      afterInArticle: inArticle[index - 1] ? 1 : 0,
      beforeInArticle: inArticle[index + 1] ? 1 : 0,
      beforeTitle: index < title ? 1 : 0,
      awayFromTitle: title === -1 ? 1 : Math.min(1, Math.abs(position - titlePosition) / 100),
      relativePosition: position / (lastPosition + 1),
      atEnd: position > (lastPosition + 1) * 0.9 ? 1 : 0,
      underAside: underAsides[index] ? 1 : 0,
      nextLength: after === undefined ? 0 : Math.log(1 + after.text.length),
      nextLinked: after === undefined ? 0 : after.linked / after.text.length,
      previousLinked: before === undefined ? 0 : before.linked / before.text.length,
    };
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

function textFeatures({ text, linked, part }: Block): Features {
  const is = (pattern: RegExp, limit = Infinity) => (text.length < limit && pattern.test(text) ? 1 : 0);
  const tag = part.element.localName;
  const tagged = (name: string) => (tag === name ? 1 : 0);
  return {
    length: Math.log(1 + text.length),
    isLong: text.length > 250 ? 1 : 0,
    isLine: text.length > 80 ? 1 : 0,
    linked: linked / text.length,
    endsSentence: is(/[.!?。！？؟।…:;”"')\]]$/u),
    digits: (text.match(/\d/gu)?.length ?? 0) / text.length,
    isP: tagged("p"),
    isLi: tagged("li"),
    isDiv: tagged("div"),
    isH2: tagged("h2"),
    isH3: tagged("h3"),
    isCaption: tagged("figcaption"),
    isPre: tagged("pre"),
    isCell: tag === "td" || tag === "th" ? 1 : 0,
    isDd: tagged("dd"),
    saysShare: is(
      /^(?:share|tweet|pin it|email|print|facebook|twitter|linkedin|whatsapp|copy link|follow us|save|like|reply|report|comments?|subscribe|sign up|sign in|log in|read more|learn more|view all|see all|show more|load more|skip to)\b/iu,
      40,
    ),
    saysCopyright: is(/©|\(c\) ?\d{4}|all rights reserved|copyright/iu, 250),
    saysCookies: /cookie/iu.test(text) ? is(/\b(?:accept|consent|use|policy|experience)\b/iu) : 0,
    saysBy: is(/^(?:by|von|par|por|di|door|written by|author)\b/iu, 80),
    saysPrice: is(/[$€£¥]\s?\d|\d\s?(?:€|USD|kr|zł)/u),
  };
}

function positionFeatures({ part }: Block, { hasMain, articles }: PageFacts): Features {
  const { tagsAndRoles } = part;
  const isWithin = (...names: string[]) => (names.some((name) => tagsAndRoles.has(name)) ? 1 : 0);
  const inMain = isWithin("main", "role=main");
  const features: Features = {
    outsideMain: hasMain && inMain === 0 ? 1 : 0,
    inMain,
    inHeader: isWithin("header", "role=banner"),
    inFooter: isWithin("footer", "role=contentinfo"),
    inNav: isWithin("nav", "role=navigation", "role=menu"),
    inAside: isWithin("aside", "role=complementary"),
    inForm: isWithin("form", "role=search"),
    inDialog: isWithin("dialog", "role=dialog", "role=alert", "role=status", "role=alertdialog"),
    inArticleTag: isWithin("article", "role=article"),
    outsideArticleTag: articles === 1 && !tagsAndRoles.has("article") ? 1 : 0,
    manyArticleTags: articles > 3 ? 1 : 0,
  };
  let level = 0;
  let small: Part | null = null;
  let large: Part | null = null;
  for (let at: Part | null = part; at !== null; at = at.parent) {
    for (const kind of at.kinds) setKindFeature(features, kind, level);
    if (small === null && at.length >= 200) small = at;
    if (large === null && at.length >= 1000) large = at;
    level += 1;
  }
  return { ...features, ...groupFeatures("near", small ?? part), ...groupFeatures("around", large ?? small ?? part) };
}

function setKindFeature(features: Features, kind: Kind, level: number): void {
  features[level < 3 ? `${kind}Near` : `${kind}Around`] = 1;
}

function groupFeatures(name: string, part: Part): Features {
  return {
    [`${name}Linked`]: part.linked / Math.max(1, part.length),
    [`${name}Short`]: part.short / Math.max(1, part.blocks),
    [`${name}Prose`]: part.prose / Math.max(1, part.length),
  };
}

/**
 * For each block, whether the last heading above it announces something beside the content: related pages, comments, a
 * newsletter.
 */
function isUnderAside(blocks: readonly Block[]): boolean[] {
  let level = 0;
  return blocks.map(({ part, text }) => {
    const own = Number(/^h(?<level>[1-6])$/u.exec(part.element.localName)?.groups?.["level"] ?? 0);
    if (own > 0 && (level === 0 || own <= level)) level = text.length < 80 && asideHeading.test(text) ? own : 0;
    return level > 0;
  });
}

const asideHeading = new RegExp(
  `^(?:${[
    "related|recommended|you (?:may|might) (?:also|like)|more (?:from|stories|articles|news|posts|on|in|like)|read (?:next|more|also)|see also|also (?:read|on)|trending|most (?:read|popular|viewed)|latest|popular|recent (?:posts|articles|comments)|up next|what to read|don.t miss|featured",
    "leave a|post a comment|comments?$|\\\\d+ comments?|join the (?:discussion|conversation)|responses?$|newsletter|subscribe|sign up|stay (?:in|up)|get (?:the|our)|follow us|share|about the authors?|about us|contact(?: us)?$|tags?:?$|categories$|filed under|quick links|advertisement|sponsored",
    "mehr zum|das könnte sie|ähnliche|weitere (?:artikel|themen|meldungen)|meistgelesen|kommentare|verwandte|lesen sie auch|auch interessant",
    "à lire|lire aussi|sur le même|voir aussi|commentaires|articles (?:liés|similaires)|les plus lus|dans la même",
    "relacionad|te puede interesar|también te|comentarios|más leíd|le puede|artículos relacion|noticias relacion|lo más|leia (?:mais|também)|veja também|mais lidas|comentários|notícias relacion",
    "leggi anche|articoli correlati|potrebbe interessarti|commenti|lees ook|meer over|gerelateerd|reacties|läs (?:mer|också)|les også|læs også|podobne|czytaj (?:też|także)|zobacz (?:też|także)|související|kapcsolódó|ilgili haberler|benzer",
    "читайте|похожие|комментарии|по теме|популярн|ещё|еще по|читать также",
    "関連|おすすめ|人気|コメント|ランキング|あわせて|相关|相關|推荐|推薦|热门|熱門|评论|留言|延伸阅读|延伸閱讀|관련|추천|댓글|많이 본",
    "اقرأ أيضا|مقالات ذات|مواضيع|التعليقات|قد يعجبك|الأكثر|כתבות נוספות|תגובות|مطالب مرتبط|نظرات",
  ].join("|")})`,
  "iu",
);

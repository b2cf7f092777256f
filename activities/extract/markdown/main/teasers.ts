import { type Block, isProse } from "./blocks.ts";

/** The least share of a group's characters in links. Teasers are links with a few words beside them. */
const minLinked = 0.3;

/** The largest share of the page's prose in teasers. */
const maxProseShare = 0.3;

const maxTitleChars = 60;
const maxTeaserChars = 250;

/** Titles of lists of other pages, in the languages that most pages have. */
const teaserTitle = new RegExp(
  `^(?:${[
    "(?:related|recommended|similar|popular|trending|recent|latest|top|featured|more) (?:articles?|posts?|stories|news|reading|reads|content|links|topics|products|pages|coverage)",
    "related|recommended|trending(?: now)?|you (?:may|might)(?: also)? (?:like|be interested in)|recommended for you|more for you|read (?:next|more|also)|up next|what to read next|don.t miss|most (?:read|popular|viewed)",
    "das könnte (?:sie|dich) auch interessieren|ähnliche (?:artikel|beiträge|themen|produkte)|weitere (?:artikel|beiträge|themen|meldungen|nachrichten)|mehr zum thema|meistgelesen(?:e artikel)?|verwandte (?:artikel|themen|beiträge)|lesen sie auch|auch interessant",
    "à lire (?:aussi|également)|lire aussi|à voir aussi|sur le même (?:sujet|thème)|dans la même (?:rubrique|catégorie)|articles? (?:liés|similaires|connexes)|les plus lus|vous aimerez aussi",
    "(?:artículos|noticias|temas|entradas) relacionad[ao]s|te puede interesar|también te puede interesar|lo más leído|más leídas|le puede interesar",
    "leia (?:também|mais)|veja também|mais lidas|(?:notícias|artigos|posts) relacionad[ao]s|você pode gostar",
    "leggi anche|articoli correlati|potrebbe interessarti(?: anche)?|i più letti|notizie correlate",
    "lees ook|gerelateerde (?:artikelen|berichten)|meer over dit onderwerp|meest gelezen|läs (?:också|även)|mest läst|les også|læs også|mest lest|lue myös|luetuimmat",
    "czytaj (?:także|też|również)|zobacz (?:także|też|również)|polecane(?: artykuły)?|podobne artykuły|najczęściej czytane|související články|kapcsolódó cikkek|ilgili haberler|benzer haberler",
    "читайте также|похожие (?:статьи|записи|материалы)|материалы по теме|по теме|популярное|самое читаемое|читайте ще|також читайте",
    "関連(?:記事|ニュース|リンク|コンテンツ)|おすすめ(?:記事|の記事)?|人気記事|あわせて読みたい|アクセスランキング|相关(?:文章|阅读|新闻|推荐)|相關(?:文章|閱讀|新聞)|推荐阅读|推薦閱讀|热门文章|熱門文章|延伸阅读|延伸閱讀|관련 ?(?:기사|글|뉴스)|추천 ?(?:기사|글)|많이 본 (?:기사|뉴스)",
    "اقرأ أيضا|مقالات ذات صلة|مواضيع ذات صلة|الأكثر قراءة|כתבות נוספות|אולי יעניין אותך|مطالب مرتبط",
  ].join("|")})\\s?[:：…]?$`,
  "iu",
);

/**
 * Whether each block is a teaser of another page: it is below a title that says so, such as "Related articles", in a
 * group that consists of links for a good part.
 */
export function areTeasers(blocks: readonly Block[], pageTitle: string): boolean[] {
  const isTeaser = blocks.map(() => false);
  const prose = proseIn(blocks);
  for (const [start, { text }] of blocks.entries()) {
    const isTitle = text.length <= maxTitleChars && teaserTitle.test(text) && text !== pageTitle;
    if (isTeaser[start] === true || !isTitle) continue;
    const end = endOfGroup(blocks, start);
    const group = blocks.slice(start + 1, end);
    const isTeasers = linkedShare(group) >= minLinked && proseIn(group) <= prose * maxProseShare;
    if (isTeasers) isTeaser.fill(true, start, end);
  }
  return isTeaser;
}

/**
 * The index behind the last block below a title. A heading of the same level that is a link belongs to a teaser. A longer
 * text is no teaser.
 */
function endOfGroup(blocks: readonly Block[], start: number): number {
  const ownLevel = levelOf(blocks[start]);
  let end = start + 1;
  for (let block = blocks[end]; block !== undefined; block = blocks[end]) {
    const level = levelOf(block);
    const isLink = linkedShare([block]) >= 0.8;
    // Without a heading, only links belong to the title.
    if (ownLevel === 0 && (level > 0 || !isLink)) break;
    if (level > 0 && (level < ownLevel || (level === ownLevel && !isLink))) break;
    if (block.text.length > maxTeaserChars && isProse(block)) break;
    end += 1;
  }
  return end;
}

/** The level of a heading; 0 for other blocks. */
function levelOf(block: Block | undefined): number {
  return Number(/^h([1-6])$/u.exec(block?.part.element.localName ?? "")?.[1] ?? 0);
}

function linkedShare(blocks: readonly Block[]): number {
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  return (
    blocks.reduce((sum, { linkedChars, text }) => sum + Math.min(linkedChars, text.length), 0) / Math.max(1, length)
  );
}

function proseIn(blocks: readonly Block[]): number {
  return blocks.filter(isProse).reduce((sum, { text }) => sum + text.length, 0);
}

import { isElement, isText } from "../toHast.ts";

/**
 * What the parts of a page are called in classes and ids, by what they are. A name counts as a whole word of the class:
 * `site-footer` and `siteFooter` speak of a footer, `footnote` doesn't.
 */
const kinds = {
  ads: "ads?|advert|advertisement|advertising|sponsor|sponsored|promo|promos|promotion|dfp|gpt",
  author: "author|authors|bio|avatar",
  buttons: "button|buttons|btn|btns|actions|toolbar|controls|like|likes|vote|votes|rating|ratings|print|copy|toggle",
  carousel: "carousel|slider|slick|swiper|slide|slides",
  comments: "comments?|commentlist|respond|disqus|replies|reply",
  content: "content|article|entry|post|story|body|text|main|prose|markdown|richtext|wysiwyg|description",
  faq: "faqs?|accordion|question|answer|panel|collapse",
  footer: "footer|foot|bottom|copyright|legal|disclaimer",
  form: "forms?|login|signin|search|register|input|contact|filters?|sort|facets?|refine",
  header: "header|head|masthead|topbar",
  hero: "hero|intro|lead|lede|subtitle|excerpt|summary|dek|standfirst",
  list: "list|grid|items?|cards?|results?|listing|feed|archive|tiles?|collection",
  menu: "menus?|nav|navbar|navigation|dropdown|submenu|breadcrumbs?|crumbs?|pagination|pager|paging|prev|next|skip",
  message: "messages?|threads?|topics?|discussion|forum|postbody|bbcode",
  meta: "meta|metadata|byline|date|published|posted|timestamp|time|dateline|info",
  newsletter: "newsletters?|subscribe|subscription|signup|optin|cta|ctas",
  overlay:
    "modal|popup|overlay|dialog|toast|drawer|banner|notice|notification|alert|announcement|sticky|cookies?|gdpr|consent",
  product: "products?|prices?|pricing|variant|cart|sku|stock|swatch|shipping|quantity",
  related:
    "related|recommended|recommendations?|recirc|similar|also|more|trending|popular|latest|recent|upsells?|readnext|outbrain|taboola|teasers?",
  review: "reviews?|testimonials?",
  share: "share|shares|sharing|sharedaddy|addtoany|social|socials|follow",
  sidebar: "sidebars?|side|aside|rail|secondary|complementary|widgets?",
  tags: "tags?|categories|category|taxonomy|labels?|badges?|eyebrow",
  toc: "toc|contents|outline",
} as const;

/** What a part of a page can be called. */
export type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds).filter((name): name is Kind => name in kinds);
const kindOf = kindNames.map((kind) => ({ kind, pattern: new RegExp(`(?:^| )(?:${kinds[kind]})(?: |$)`, "u") }));
const known = new Map<string, ReadonlySet<Kind>>();
const none: ReadonlySet<Kind> = new Set();

/** The kinds that an element's class and id name. */
function kindsNamed(element: Element): ReadonlySet<Kind> {
  const names = `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`;
  if (names === " ") return none;
  const found = known.get(names);
  if (found !== undefined) return found;
  const words = names
    .slice(0, 500)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, " ")
    .trim();
  const named = new Set(kindOf.filter(({ pattern }) => pattern.test(words)).map(({ kind }) => kind));
  if (known.size > 5000) known.clear();
  known.set(names, named);
  return named;
}

/** A run of text that nothing but inline markup divides: a paragraph, a heading, an item, a cell. */
export type Block = { part: Part; nodes: Text[]; text: string; linked: number };

/** An element that has blocks in it, as a part of the page; the counts are of all its blocks. */
export type Part = {
  element: Element;
  parent: Part | null;
  /** Tags and roles of the element and of those around it. */
  places: ReadonlySet<string>;
  kinds: ReadonlySet<Kind>;
  /** Characters. */
  length: number;
  linked: number;
  prose: number;
  blocks: number;
  short: number;
};

/** Words outside links, with a sentence among them; scripts without spaces say in 30 characters what others say in 80. */
export function isProse({ text, linked }: Block): boolean {
  return linked < text.length * 0.3 && (dense.test(text) || (text.length > 80 && /[.!?؟।…:;]/u.test(text)));
}

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}][^]{28}[^]*[、，,。！？!?\s]/u;

/** Whether an element divides the text around it from the text in it. */
function isDividing(element: Element): boolean {
  return dividing.has(element.localName);
}

/** The blocks of a document's body, in order. */
export function blocksOf(body: Element): Block[] {
  const collector: Collector = { blocks: [], open: null };
  walk(body, { part: partOf(body, null), linked: false }, collector);
  close(collector);
  for (const block of collector.blocks) count(block);
  return collector.blocks;
}

type Collector = { blocks: Block[]; open: Block | null };
type Place = { part: Part; linked: boolean };

function walk(parent: Element, place: Place, collector: Collector): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) addText(node, place, collector);
    else if (isElement(node)) enter(node, place, collector);
  }
}

function enter(element: Element, { part, linked }: Place, collector: Collector): void {
  const isLink = linked || element.localName === "a";
  if (element.localName === "br") {
    if (collector.open !== null) collector.open.text += " ";
  } else if (isDividing(element)) {
    close(collector);
    walk(element, { part: partOf(element, part), linked: isLink }, collector);
    close(collector);
  } else walk(element, { part, linked: isLink }, collector);
}

function addText(node: Text, { part, linked }: Place, collector: Collector): void {
  const text = node.data;
  if (text.trim() === "") {
    if (collector.open !== null) collector.open.text += " ";
    return;
  }
  collector.open ??= { part, nodes: [], text: "", linked: 0 };
  collector.open.nodes.push(node);
  collector.open.text += text;
  if (linked) collector.open.linked += text.trim().length;
}

function close(collector: Collector): void {
  const block = collector.open;
  if (block === null) return;
  block.text = block.text.replaceAll(/\s+/gu, " ").trim();
  collector.blocks.push(block);
  collector.open = null;
}

function partOf(element: Element, parent: Part | null): Part {
  const role = element.getAttribute("role");
  const own = role === null ? [element.localName] : [element.localName, `role=${role}`];
  const isNew = parent === null || own.some((place) => telling.test(place) && !parent.places.has(place));
  const places = isNew ? new Set([...(parent?.places ?? []), ...own]) : parent.places;
  return { element, parent, places, kinds: kindsNamed(element), length: 0, linked: 0, prose: 0, blocks: 0, short: 0 };
}

function count(block: Block): void {
  const { length } = block.text;
  const prose = isProse(block) ? length : 0;
  for (let part: Part | null = block.part; part !== null; part = part.parent) {
    part.length += length;
    part.linked += Math.min(block.linked, length);
    part.prose += prose;
    part.blocks += 1;
    if (length < 40) part.short += 1;
  }
}

const dividing = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe li main menu nav ol p pre section summary table caption tbody td tfoot th thead tr ul video".split(
    " ",
  ),
);
const telling = /^(?:nav|header|footer|aside|form|main|article|dialog|role=.*)$/u;

/** Takes everything out of an element but these blocks, and pictures and the like that stand among them. */
export function keepOnly(body: Element, blocks: readonly Block[], kept: readonly boolean[]): void {
  const chosen = blocks.filter((_block, index) => kept[index]);
  const holders = new Set<Element>();
  for (const { part } of chosen) for (let at: Part | null = part; at !== null; at = at.parent) holders.add(at.element);
  for (const [index, { nodes }] of blocks.entries()) if (!kept[index]) for (const node of nodes) node.remove();
  const filled = new Set(blocks.map(({ part }) => part.element));
  const around = commonPart(chosen);
  const isWhole = around === null || around.parent === null;
  const [first, last] = isWhole ? [chosen[0]?.part, chosen.at(-1)?.part] : [around, around];
  prune(body, { holders, filled, first: first?.element, last: last?.element, among: false });
}

/** The smallest part that has all of these blocks in it. */
function commonPart(blocks: readonly Block[]): Part | null {
  const counts = new Map<Part, number>();
  for (const { part } of blocks)
    for (let at: Part | null = part; at !== null; at = at.parent) counts.set(at, (counts.get(at) ?? 0) + 1);
  for (let at: Part | null = blocks[0]?.part ?? null; at !== null; at = at.parent)
    if (counts.get(at) === blocks.length) return at;
  return null;
}

type Pruning = {
  /** Elements with a kept block in them, at any depth. */
  holders: ReadonlySet<Element>;
  /** Elements that had a block of their own. */
  filled: ReadonlySet<Element>;
  /** Where the content begins and ends. */
  first: Element | undefined;
  last: Element | undefined;
  /** Whether the walk is between them. */
  among: boolean;
};

function prune(parent: Element, pruning: Pruning): void {
  for (const child of [...parent.childNodes].filter(isElement)) {
    if (child === pruning.first) pruning.among = true;
    if (pruning.holders.has(child) || (!isDividing(child) && child.firstElementChild !== null)) prune(child, pruning);
    else if (!isLeftStanding(child, pruning)) child.remove();
    if (child === pruning.last) pruning.among = false;
  }
}

function isLeftStanding(element: Element, { filled, among }: Pruning): boolean {
  if (!isDividing(element) && element.textContent !== "") return true;
  if (filled.has(element) || [...element.querySelectorAll("*")].some((each) => filled.has(each))) return false;
  // An empty cell still has its place.
  if (/^(?:td|th|tr)$/u.test(element.localName)) return true;
  // A player is no decoration, wherever it stands.
  if (/^(?:iframe|video)$/u.test(element.localName) || element.querySelector("iframe, video") !== null) return true;
  if (!among && element.closest(own) === null) return false;
  return standing.test(element.localName) || element.querySelector("img") !== null;
}

/** What stands in these belongs to what is said there, even above its first word. */
const own = "a, article, figure, p, picture";

/** What says something without a word. */
const standing = /^(?:br|hr|img)$/u;

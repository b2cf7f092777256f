import { isElement, isText } from "../toHast.ts";

/**
 * A run of text without block elements in it: a paragraph, a heading, a list item, a cell. `linked` counts the
 * characters inside links.
 */
export type Block = { part: Part; nodes: Text[]; text: string; linkedChars: number };

/** An element that contains blocks. Its counts include all blocks inside it. */
export type Part = {
  element: Element;
  parent: Part | null;
  /** Tags and roles of the element and of its ancestors. */
  tagsAndRoles: ReadonlySet<string>;
  kinds: ReadonlySet<Kind>;
  /** Characters of text. */
  length: number;
  linkedChars: number;
  prose: number;
  blocks: number;
  short: number;
};

/** The blocks of a document's body, in document order. */
export function blocksOf(body: Element): Block[] {
  const collector: Collector = { blocks: [], openBlock: null };
  walk(body, { part: partOf(body, null), linked: false }, collector);
  closeBlock(collector);
  for (const block of collector.blocks) addToParts(block);
  return collector.blocks;
}

/**
 * Kinds of page parts, by the words in classes and ids that name them. Only whole words count: `site-footer` and
 * `siteFooter` name a footer, `footnote` does not.
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
  signup: "newsletters?|subscribe|subscription|signup|optin",
  share: "share|shares|sharing|sharedaddy|addtoany|social|socials|follow",
  sidebar: "sidebars?|side|aside|rail|secondary|complementary|widgets?",
  tags: "tags?|categories|category|taxonomy|labels?|badges?|eyebrow",
  toc: "toc|contents|outline",
} as const;

/** A kind of page part. */
export type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds).filter((name): name is Kind => name in kinds);
const kindOf = kindNames.map((kind) => ({ kind, pattern: new RegExp(`(?:^| )(?:${kinds[kind]})(?: |$)`, "u") }));
const kindsByNames = new Map<string, ReadonlySet<Kind>>();
const noKinds: ReadonlySet<Kind> = new Set();

/** The kinds that an element's class and id name. */
function kindsNamed(element: Element): ReadonlySet<Kind> {
  const names = `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`;
  if (names === " ") return noKinds;
  const found = kindsByNames.get(names);
  if (found !== undefined) return found;
  const words = names
    .slice(0, 500)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, " ")
    .trim();
  const named = new Set(kindOf.filter(({ pattern }) => pattern.test(words)).map(({ kind }) => kind));
  if (kindsByNames.size > 5000) kindsByNames.clear();
  kindsByNames.set(names, named);
  return named;
}

/**
 * Whether a block is mostly unlinked text with a sentence in it. Scripts without spaces need fewer characters. Limits
 * by eye.
 */
export function isProse({ text, linkedChars }: Pick<Block, "text" | "linkedChars">): boolean {
  return linkedChars < text.length * 0.3 && (isDense(text) || (text.length > 80 && /[.!?؟।…:;]/u.test(text)));
}

/** Whether a sentence or its part ends at least 28 characters after the first sign of a script without spaces. */
function isDense(text: string): boolean {
  const start = text.search(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u);
  return start !== -1 && /[、，,。！？!?\s]/u.test(text.slice(start + 29));
}

/** Whether an element separates the text around it from the text inside it. */
function isDividing(element: Element): boolean {
  return dividingTags.has(element.localName);
}

type Collector = { blocks: Block[]; openBlock: Block | null };
type WalkContext = { part: Part; linked: boolean };

function walk(parent: Element, context: WalkContext, collector: Collector): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) addText(node, context, collector);
    else if (isElement(node)) walkElement(node, context, collector);
  }
}

function walkElement(element: Element, { part, linked }: WalkContext, collector: Collector): void {
  const isLink = linked || element.localName === "a";
  if (element.localName === "br") {
    if (collector.openBlock !== null) collector.openBlock.text += " ";
  } else if (isDividing(element)) {
    closeBlock(collector);
    walk(element, { part: partOf(element, part), linked: isLink }, collector);
    closeBlock(collector);
  } else walk(element, { part, linked: isLink }, collector);
}

function addText(node: Text, { part, linked }: WalkContext, collector: Collector): void {
  const text = node.data;
  if (text.trim() === "") {
    if (collector.openBlock !== null) collector.openBlock.text += " ";
    return;
  }
  collector.openBlock ??= { part, nodes: [], text: "", linkedChars: 0 };
  collector.openBlock.nodes.push(node);
  collector.openBlock.text += text;
  if (linked) collector.openBlock.linkedChars += text.trim().length;
}

function closeBlock(collector: Collector): void {
  const block = collector.openBlock;
  if (block === null) return;
  block.text = block.text.replaceAll(/\s+/gu, " ").trim();
  collector.blocks.push(block);
  collector.openBlock = null;
}

function partOf(element: Element, parent: Part | null): Part {
  const role = element.getAttribute("role");
  const ownTags = role === null ? [element.localName] : [element.localName, `role=${role}`];
  const isNew = parent === null || ownTags.some((name) => landmark.test(name) && !parent.tagsAndRoles.has(name));
  const tagsAndRoles = isNew ? new Set([...(parent?.tagsAndRoles ?? []), ...ownTags]) : parent.tagsAndRoles;
  return {
    element,
    parent,
    tagsAndRoles,
    kinds: kindsNamed(element),
    length: 0,
    linkedChars: 0,
    prose: 0,
    blocks: 0,
    short: 0,
  };
}

function addToParts(block: Block): void {
  const { length } = block.text;
  const prose = isProse(block) ? length : 0;
  for (let part: Part | null = block.part; part !== null; part = part.parent) {
    part.length += length;
    part.linkedChars += Math.min(block.linkedChars, length);
    part.prose += prose;
    part.blocks += 1;
    if (length < 40) part.short += 1;
  }
}

const dividingTags = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe li main menu nav ol p pre section summary table caption tbody td tfoot th thead tr ul video".split(
    " ",
  ),
);
const landmark = /^(?:nav|header|footer|aside|form|main|article|dialog|role=.*)$/u;

/** Removes everything from the body except the kept blocks, and pictures, rules and players between them. */
export function keepOnly(body: Element, blocks: readonly Block[], kept: readonly boolean[]): void {
  const chosenBlocks = blocks.filter((_block, index) => kept[index]);
  const ancestorsOfKept = new Set<Element>();
  for (const { part } of chosenBlocks)
    for (let ancestor: Part | null = part; ancestor !== null; ancestor = ancestor.parent)
      ancestorsOfKept.add(ancestor.element);
  for (const [index, { nodes }] of blocks.entries()) if (!kept[index]) for (const node of nodes) node.remove();
  const elementsWithBlocks = new Set(blocks.map(({ part }) => part.element));
  const commonAncestor = commonPart(chosenBlocks);
  const isWhole = commonAncestor === null || commonAncestor.parent === null;
  const [first, last] = isWhole ? [chosenBlocks[0]?.part, chosenBlocks.at(-1)?.part] : [commonAncestor, commonAncestor];
  prune(body, { ancestorsOfKept, elementsWithBlocks, first: first?.element, last: last?.element, isBetween: false });
}

/** The smallest part that contains all of these blocks; null if there is none. */
function commonPart(blocks: readonly Block[]): Part | null {
  const counts = new Map<Part, number>();
  for (const { part } of blocks)
    for (let at: Part | null = part; at !== null; at = at.parent) counts.set(at, (counts.get(at) ?? 0) + 1);
  for (let at: Part | null = blocks[0]?.part ?? null; at !== null; at = at.parent)
    if (counts.get(at) === blocks.length) return at;
  return null;
}

type Pruning = {
  /** Elements that contain a kept block, at any depth. */
  ancestorsOfKept: ReadonlySet<Element>;
  /** Elements that had a block of their own. */
  elementsWithBlocks: ReadonlySet<Element>;
  /** The first and the last element of the content. */
  first: Element | undefined;
  last: Element | undefined;
  /** Whether the walk is between them. */
  isBetween: boolean;
};

function prune(parent: Element, pruning: Pruning): void {
  for (const child of [...parent.childNodes].filter(isElement)) {
    if (child === pruning.first) pruning.isBetween = true;
    if (pruning.ancestorsOfKept.has(child) || (!isDividing(child) && child.firstElementChild !== null))
      prune(child, pruning);
    else if (!isKeptEmpty(child, pruning)) child.remove();
    if (child === pruning.last) pruning.isBetween = false;
  }
}

function isKeptEmpty(element: Element, { elementsWithBlocks: filled, isBetween: among }: Pruning): boolean {
  if (!isDividing(element) && element.textContent !== "") return true;
  if (filled.has(element) || [...element.querySelectorAll("*")].some((each) => filled.has(each))) return false;
  // An empty cell keeps its place in the table.
  if (/^(?:td|th|tr)$/u.test(element.localName)) return true;
  // A player is content, wherever it is.
  if (/^(?:iframe|video)$/u.test(element.localName) || element.querySelector("iframe, video") !== null) return true;
  if (!among && element.closest(contentContainers) === null) return false;
  return wordlessContent.test(element.localName) || element.querySelector("img") !== null;
}

/** Pictures in these elements belong to the content, even before its first word. */
const contentContainers = "a, article, figure, p, picture";

/** Content without text. */
const wordlessContent = /^(?:br|hr|img)$/u;

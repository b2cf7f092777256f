import { isElement, isText } from "../toHast.ts";
import { type Kind, kindsNamed } from "./names.ts";

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

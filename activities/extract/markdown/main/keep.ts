import { isElement } from "../isElement.ts";
import { type Block, isDividing, type Part } from "./blocks.ts";

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

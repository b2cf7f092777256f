import { type Block, isProse, type Part } from "./blocks.ts";

/** The largest share of the page's prose in an aside. A larger part holds the content itself. */
const maxProseShare = 0.3;

/** The most boxes about authors on a page. More of them are a list of people. */
const maxAuthorBoxes = 3;

/** The longest notice about advertising, in characters. */
const maxNoticeChars = 400;

/**
 * Removes parts that read like content and say by their markup that they are not: forms, sign-ups for newsletters, and
 * boxes about the author. Notices that links earn money are removed by their words. Returns whether it removed any.
 */
export function removeAsides(blocks: readonly Block[]): boolean {
  const prose = blocks.filter(isProse).reduce((sum, { text }) => sum + text.length, 0);
  const asides = findAsides(blocks, prose);
  const authorBoxes = new Set(asides.filter((part) => part?.kinds.has("author") === true));
  let isChanged = false;
  for (const [index, { text, nodes }] of blocks.entries()) {
    const part = asides[index] ?? null;
    if (part === null ? !isNotice(text) : authorBoxes.has(part) && authorBoxes.size > maxAuthorBoxes) continue;
    if (part === null) for (const node of nodes) node.remove();
    else part.element.remove();
    isChanged = true;
  }
  return isChanged;
}

/** The outermost aside around each block, or null. */
function findAsides(blocks: readonly Block[], pageProse: number): (Part | null)[] {
  const known = new Map<Part, boolean>();
  return blocks.map(({ part }) => {
    let found: Part | null = null;
    for (let at: Part | null = part; at !== null && at.parent !== null; at = at.parent) {
      const isKnown = known.get(at) ?? isAside(at, pageProse);
      known.set(at, isKnown);
      if (isKnown) found = at;
    }
    return found;
  });
}

function isAside(part: Part, pageProse: number): boolean {
  const { element, kinds, length, prose } = part;
  const isNamed = element.localName === "form" || kinds.has("signup") || (kinds.has("author") && prose > 0);
  return isNamed && length <= pageProse * maxProseShare && element.querySelector("h1, main, article") === null;
}

function isNotice(text: string): boolean {
  return text.length <= maxNoticeChars && notice.test(text);
}

const notice = new RegExp(
  [
    "affiliate (?:links?|commissions?|partners?|programs?)|(?:we|i) (?:may|might|can|could)? ?(?:earn|receive|get|make) (?:a|an|some)? ?(?:small )?(?:affiliate )?commission",
    "affiliate-links?|partner-?links?|provisionslinks?",
    "liens? affiliés?|liens? d.affiliation",
    "enlaces? (?:de )?afiliad|links? (?:de )?afiliad|links? affiliat|link di affiliazione|affiliatielinks?|linki? afiliacyjn|партн[её]рск\\p{L}* ссылк|アフィリエイト",
  ].join("|"),
  "iu",
);

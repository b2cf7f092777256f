import type { Block, Part } from "./blocks.ts";

type Features = Record<string, number>;

/** The sum of some sizes of alike things. */
type Group = { count: number; length: number; linked: number; prose: number; blocks: number };

const minAlike = 3;

/**
 * Features of repetition for each block: how many blocks have the same place in the same markup, and how many parts
 * around the block have siblings of the same shape, as teasers, cards and posts do.
 */
export function repetitionFeatures(blocks: readonly Block[]): Features[] {
  const shapes = new Map<Part, string>();
  const shapeOf = (part: Part) => {
    const known = shapes.get(part) ?? shapeOfElement(part.element);
    shapes.set(part, known);
    return known;
  };
  const byPath = groupBlocks(blocks, shapeOf);
  const siblings = groupSiblings(blocks, shapeOf);
  const texts = new Map<string, number>();
  for (const { text } of blocks) texts.set(text, (texts.get(text) ?? 0) + 1);
  const total = Math.max(1, rootLength(blocks));
  return blocks.map((block) => ({
    repeatedText: Math.log(texts.get(block.text) ?? 1),
    ...groupFeatures("path", byPath.get(pathOf(block.part, shapeOf)), total),
    ...siblingFeatures(block.part, { siblings, shapeOf, total }),
  }));
}

/** The tag and the classes without numbers, which often count the siblings. */
function shapeOfElement(element: Element): string {
  const names = (element.getAttribute("class") ?? "").slice(0, 200).replaceAll(/\d+/gu, "").trim();
  return `${element.localName}.${names.split(/\s+/u).slice(0, 4).join(".")}`;
}

function pathOf(part: Part, shapeOf: (part: Part) => string): string {
  const shapes: string[] = [];
  for (let at: Part | null = part; at !== null && shapes.length < 4; at = at.parent) shapes.push(shapeOf(at));
  return shapes.join("<");
}

function groupBlocks(blocks: readonly Block[], shapeOf: (part: Part) => string): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { part, text, linkedChars } of blocks) {
    const path = pathOf(part, shapeOf);
    const group = groups.get(path) ?? { count: 0, length: 0, linked: 0, prose: 0, blocks: 0 };
    group.count += 1;
    group.blocks += 1;
    group.length += text.length;
    group.linked += Math.min(linkedChars, text.length);
    groups.set(path, group);
  }
  return groups;
}

type Siblings = Map<Part, Map<string, Group>>;

/** The parts with the same parent and shape, by parent. */
function groupSiblings(blocks: readonly Block[], shapeOf: (part: Part) => string): Siblings {
  const siblings: Siblings = new Map();
  const seen = new Set<Part>();
  for (const { part } of blocks) {
    for (let at: Part | null = part; at?.parent && !seen.has(at); at = at.parent) {
      seen.add(at);
      const byShape = siblings.get(at.parent) ?? new Map<string, Group>();
      siblings.set(at.parent, byShape);
      const group = byShape.get(shapeOf(at)) ?? { count: 0, length: 0, linked: 0, prose: 0, blocks: 0 };
      group.count += 1;
      group.length += at.length;
      group.linked += at.linkedChars;
      group.prose += at.prose;
      group.blocks += at.blocks;
      byShape.set(shapeOf(at), group);
    }
  }
  return siblings;
}

type SiblingContext = { siblings: Siblings; shapeOf: (part: Part) => string; total: number };

/** Features of the smallest and of the longest group of alike parts around a block. */
function siblingFeatures(part: Part, { siblings, shapeOf, total }: SiblingContext): Features {
  let nearest: Group | undefined;
  let largest: Group | undefined;
  for (let at: Part | null = part; at?.parent; at = at.parent) {
    if (isLine.test(at.element.localName)) continue;
    const group = siblings.get(at.parent)?.get(shapeOf(at));
    if (group === undefined || group.count < minAlike) continue;
    nearest ??= group;
    if (largest === undefined || group.length > largest.length) largest = group;
  }
  return { ...groupFeatures("card", nearest, total), ...groupFeatures("thread", largest, total) };
}

const isLine = /^(?:p|h[1-6]|td|th|tr|dt|dd|figcaption)$/u;

function groupFeatures(name: string, group: Group | undefined, total: number): Features {
  if (group === undefined) return {};
  return {
    [`${name}Count`]: Math.log(1 + group.count),
    [`${name}Length`]: Math.log(1 + group.length / group.count),
    [`${name}Linked`]: group.linked / Math.max(1, group.length),
    [`${name}Prose`]: group.prose / Math.max(1, group.length),
    [`${name}Blocks`]: Math.log(1 + group.blocks / group.count),
    [`${name}Share`]: group.length / total,
  };
}

function rootLength(blocks: readonly Block[]): number {
  let root = blocks[0]?.part ?? null;
  while (root?.parent) root = root.parent;
  return root?.length ?? 0;
}

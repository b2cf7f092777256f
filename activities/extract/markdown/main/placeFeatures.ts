import type { Block, Kind, Part } from "./blocks.ts";

type Features = Record<string, number>;

/** Facts about the page's landmarks. */
export type Landmarks = { hasMain: boolean; articles: number };

/** Features of the landmarks and of the named parts around a block. */
export function positionFeatures({ part }: Block, { hasMain, articles }: Landmarks): Features {
  const { tagsAndRoles } = part;
  const isWithin = (...names: string[]) => (names.some((name) => tagsAndRoles.has(name)) ? 1 : 0);
  const inMain = isWithin("main", "role=main");
  const features: Features = {
    outsideMain: hasMain && inMain === 0 ? 1 : 0,
    inMain,
    inHeader: isWithin("header", "role=banner"),
    inFooter: isWithin("footer", "role=contentinfo"),
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
    [`${name}Linked`]: part.linkedChars / Math.max(1, part.length),
    [`${name}Short`]: part.short / Math.max(1, part.blocks),
    [`${name}Prose`]: part.prose / Math.max(1, part.length),
  };
}

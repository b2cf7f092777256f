import { baseAddress, openRoots, ownGetter, type PageFunction } from "./safeDom.ts";

/** A custom property declared by a rule. */
type DeclaredVariable = { name: string; value: string; selector: string };
/** An `@font-face`; relative addresses in `src` start from `base`. */
export type FontFaceRule = { family: string; src: string; base: string };

/** What the page's style sheets say beyond what computed styles show. */
export type StyleSheetsRead = {
  read: number;
  /** Style sheets of other origins. The browser applies them, but scripts cannot read them. */
  skipped: number;
  /** Conditions of media queries, and how many rules stand under each. */
  media: [condition: string, rules: number][];
  keyframes: string[];
  variables: DeclaredVariable[];
  fontFaces: FontFaceRule[];
  cut: boolean;
};

/** What is known while the rules are walked. */
type SheetWalk = {
  found: StyleSheetsRead;
  media: Map<string, number>;
  seen: Set<CSSStyleSheet>;
  rulesLeft: number;
  endsAt: number;
};

/** Runs in the page: reads every style sheet that applies, imported ones and those of shadow roots too. */
export function readStyleSheets(): StyleSheetsRead {
  const found: StyleSheetsRead = {
    read: 0,
    skipped: 0,
    media: [],
    keyframes: [],
    variables: [],
    fontFaces: [],
    cut: false,
  };
  const walk: SheetWalk = {
    found,
    media: new Map(),
    seen: new Set(),
    rulesLeft: 50_000,
    endsAt: performance.now() + 1000,
  };
  for (const root of openRoots()) for (const sheet of sheetsOf(root)) readSheet(sheet, walk);
  return { ...found, media: [...walk.media].slice(0, 500), keyframes: [...new Set(found.keyframes)] };
}

/** Runs in the page: the sheets of a document or shadow root, those that scripts adopted last. */
function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  const prototype = root instanceof Document ? Document.prototype : ShadowRoot.prototype;
  const lists = [ownGetter(prototype, "styleSheets", root), ownGetter(prototype, "adoptedStyleSheets", root)];
  return lists.flatMap((list) => (list instanceof StyleSheetList || Array.isArray(list) ? Array.from(list) : []));
}

/** Runs in the page: counts a sheet and reads its rules. */
function readSheet(sheet: CSSStyleSheet, walk: SheetWalk): void {
  if (sheet.disabled || walk.seen.has(sheet)) return;
  walk.seen.add(sheet);
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // The browser's answer for a sheet of another origin.
    walk.found.skipped += 1;
    return;
  }
  walk.found.read += 1;
  readRules(rules, sheet.href ?? baseAddress(), walk);
}

/** Runs in the page: reads rules and those inside them, with a stack of its own. */
function readRules(rules: CSSRuleList, base: string, walk: SheetWalk): void {
  const stack: { rules: CSSRuleList; next: number; media: string }[] = [{ rules, next: 0, media: "" }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const rule = frame.rules[frame.next];
    frame.next += 1;
    if (rule === undefined) {
      stack.pop();
      continue;
    }
    walk.rulesLeft -= 1;
    if (walk.rulesLeft < 0 || (walk.rulesLeft % 512 === 0 && performance.now() > walk.endsAt)) {
      walk.found.cut = true;
      return;
    }
    readRule(rule, base, walk);
    if (rule instanceof CSSImportRule && rule.styleSheet !== null) readSheet(rule.styleSheet, walk);
    const media = rule instanceof CSSMediaRule ? rule.conditionText.slice(0, 500) : frame.media;
    if (rule instanceof CSSStyleRule && media !== "") walk.media.set(media, (walk.media.get(media) ?? 0) + 1);
    if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule)
      stack.push({ rules: rule.cssRules, next: 0, media });
  }
}

/** Runs in the page: takes from a rule what is wanted of it. */
function readRule(rule: CSSRule, base: string, { found }: SheetWalk): void {
  const limit = 1000;
  if (rule instanceof CSSKeyframesRule && found.keyframes.length < limit) found.keyframes.push(rule.name.slice(0, 200));
  if (rule instanceof CSSFontFaceRule && found.fontFaces.length < limit) {
    const of = (name: string) => rule.style.getPropertyValue(name);
    const src = of("src");
    // A font written into the sheet has no address worth telling.
    const short = src.length > 4000 ? src.replaceAll(/(url\("data:[^,]{0,100},)[^"]*/gu, "$1") : src;
    found.fontFaces.push({ family: of("font-family").slice(0, 200), src: short.slice(0, 4000), base });
  }
  if (!(rule instanceof CSSStyleRule)) return;
  const { style } = rule;
  for (let index = 0; index < style.length && found.variables.length < limit; index += 1) {
    const name = style[index] ?? "";
    if (!name.startsWith("--")) continue;
    const value = style.getPropertyValue(name).trim().slice(0, 500);
    found.variables.push({ name: name.slice(0, 200), value, selector: rule.selectorText.slice(0, 200) });
  }
}

/** What `readStyleSheets` uses. */
export const readingStyleSheets: readonly PageFunction[] = [readRule, readRules, readSheet, readStyleSheets, sheetsOf];

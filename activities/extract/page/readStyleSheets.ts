import { baseAddress, openRoots, ownGetter, type PageFunction } from "./safeDom.ts";

/** A custom property that a rule declares. */
type DeclaredVariable = { name: string; value: string; selector: string };
/** An `@font-face`. Relative addresses in `src` start from `base`. */
export type FontFaceRule = { family: string; src: string; base: string };

/** Declarations of the page's style sheets beyond the computed styles. */
export type StyleSheetsRead = {
  read: number;
  /** Style sheets of other origins. The browser applies them, but scripts cannot read them. */
  skipped: number;
  /** Conditions of media queries, with the number of rules inside each. */
  media: [condition: string, rules: number][];
  keyframes: string[];
  variables: DeclaredVariable[];
  fontFaces: FontFaceRule[];
  cut: boolean;
};

/** State while the rules are visited. */
type SheetWalk = {
  sheets: StyleSheetsRead;
  media: Map<string, number>;
  seenSheets: Set<CSSStyleSheet>;
  rulesLeft: number;
  deadline: number;
};

/** Reads every style sheet that applies, with imported ones and those of shadow roots. */
export function readStyleSheets(): StyleSheetsRead {
  const sheets: StyleSheetsRead = {
    read: 0,
    skipped: 0,
    media: [],
    keyframes: [],
    variables: [],
    fontFaces: [],
    cut: false,
  };
  const walk: SheetWalk = {
    sheets,
    media: new Map(),
    seenSheets: new Set(),
    rulesLeft: 50_000,
    deadline: performance.now() + 1000,
  };
  for (const root of openRoots()) for (const sheet of sheetsOf(root)) readSheet(sheet, walk);
  return { ...sheets, media: [...walk.media].slice(0, 500), keyframes: [...new Set(sheets.keyframes)] };
}

/** The style sheets of a document or shadow root, adopted ones last. */
function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  const prototype = root instanceof Document ? Document.prototype : ShadowRoot.prototype;
  const lists = [ownGetter(prototype, "styleSheets", root), ownGetter(prototype, "adoptedStyleSheets", root)];
  return lists.flatMap((list) => (list instanceof StyleSheetList || Array.isArray(list) ? Array.from(list) : []));
}

/** Reads a style sheet once. */
function readSheet(sheet: CSSStyleSheet, walk: SheetWalk): void {
  if (sheet.disabled || walk.seenSheets.has(sheet)) return;
  walk.seenSheets.add(sheet);
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // The browser throws for a style sheet of another origin.
    walk.sheets.skipped += 1;
    return;
  }
  walk.sheets.read += 1;
  readRules(rules, sheet.href ?? baseAddress(), walk);
}

/** Reads rules and nested rules, with a stack of its own. */
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
    if (walk.rulesLeft < 0 || (walk.rulesLeft % 512 === 0 && performance.now() > walk.deadline)) {
      walk.sheets.cut = true;
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

/** Reads keyframes, font faces and custom properties from a rule. */
function readRule(rule: CSSRule, base: string, { sheets }: SheetWalk): void {
  const limit = 1000;
  if (rule instanceof CSSKeyframesRule && sheets.keyframes.length < limit)
    sheets.keyframes.push(rule.name.slice(0, 200));
  if (rule instanceof CSSFontFaceRule && sheets.fontFaces.length < limit) {
    const propertyOf = (name: string) => rule.style.getPropertyValue(name);
    const src = propertyOf("src");
    // A font inside a `data:` address has no useful address.
    const short = src.length > 4000 ? src.replaceAll(/(url\("data:[^,]{0,100},)[^"]*/gu, "$1") : src;
    sheets.fontFaces.push({ family: propertyOf("font-family").slice(0, 200), src: short.slice(0, 4000), base });
  }
  if (!(rule instanceof CSSStyleRule)) return;
  const { style } = rule;
  for (let index = 0; index < style.length && sheets.variables.length < limit; index += 1) {
    const name = style[index] ?? "";
    if (!name.startsWith("--")) continue;
    const value = style.getPropertyValue(name).trim().slice(0, 500);
    sheets.variables.push({ name: name.slice(0, 200), value, selector: rule.selectorText.slice(0, 200) });
  }
}

/** Dependencies of `readStyleSheets`. */
export const styleSheetDependencies: readonly PageFunction[] = [
  readRule,
  readRules,
  readSheet,
  readStyleSheets,
  sheetsOf,
];

import { isTextField } from "./looks.ts";
import type { PageFunction } from "./pageFunction.ts";
import { type InstalledFamily, readingInstalled, readInstalled } from "./readInstalled.ts";
import type { FontFaceRule, StyleSheetsRead } from "./readStyleSheets.ts";
import { ownGetter } from "./safeDom.ts";
import type { Survey } from "./survey.ts";

/** Text of one setting: the families it names (as CSS), and how many visible characters are set so. */
type FontUse = { stack: string; weight: number; style: string; characters: number };
/** A face of a family that sheets or scripts declare. */
type FaceRead = { family: string; weight: string; style: string; loaded: boolean };

/** What the page gives for `fonts`. */
export type FontsRead = {
  uses: FontUse[];
  faces: FaceRead[];
  rules: FontFaceRule[];
  installed: InstalledFamily[];
  cut: string[];
};

/** Runs in the page: the families its text is set in and those it declares. */
export function readFonts({ items, cut }: Survey, sheets: StyleSheetsRead): FontsRead {
  const uses = new Map<string, FontUse>();
  let isFull = cut || sheets.cut;
  for (const { element, tag, style, visible, characters } of items) {
    // Text fields have a font, whether there is a word in them or not.
    if (style === null || !visible || (characters === 0 && !isTextField(element, tag))) continue;
    const { fontFamily, fontStyle } = style;
    const weight = Number(style.fontWeight);
    const key = `${weight} ${fontStyle} ${fontFamily}`;
    const known = uses.get(key);
    if (known !== undefined) known.characters += characters;
    else if (uses.size < 1000)
      uses.set(key, { stack: fontFamily.slice(0, 1000), weight, style: fontStyle.slice(0, 50), characters });
    else isFull = true;
  }
  const faces = readFaces();
  const declared = new Set(faces.map(({ family }) => family.toLowerCase()));
  const named = new Set([...uses.values()].flatMap(({ stack }) => familiesOf(stack)));
  const others = [...named].filter((family) => !declared.has(family.toLowerCase())).slice(0, 200);
  return {
    uses: [...uses.values()],
    faces,
    rules: sheets.fontFaces,
    installed: readInstalled(others),
    cut: isFull ? ["fonts"] : [],
  };
}

/** Runs in the page: the faces of `document.fonts`, of each kind once: families come in hundreds of parts by script. */
function readFaces(): FaceRead[] {
  const set = ownGetter(Document.prototype, "fonts", document);
  const faces = new Map<string, FaceRead>();
  if (!(set instanceof FontFaceSet)) return [];
  set.forEach((face) => {
    const family = face.family.slice(0, 200).replaceAll(/^["']|["']$/gu, "");
    const { weight, style } = face;
    const key = `${family} ${weight} ${style}`;
    const loaded = face.status === "loaded";
    const known = faces.get(key);
    if (known !== undefined) known.loaded ||= loaded;
    else if (faces.size < 1000) faces.set(key, { family, weight, style, loaded });
  });
  return [...faces.values()];
}

/** Runs in the page: the names in a computed `font-family`, without their quotes. */
export function familiesOf(stack: string): string[] {
  return [...stack.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s,"][^,"]*/gu)]
    .slice(0, 50)
    .map(([plain, quoted]) => (quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/gu, "$1")));
}

/** `readFonts` and what it uses beyond `sharing`. */
export const readingFonts: readonly PageFunction[] = [
  ...readingInstalled,
  isTextField,
  familiesOf,
  readFaces,
  readFonts,
];

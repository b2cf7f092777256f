import { isTextField } from "./looks.ts";
import type { FontFaceRule, StyleSheetsRead } from "./readStyleSheets.ts";
import { ownGetter, type PageFunction } from "./safeDom.ts";
import type { Survey } from "./survey.ts";

/** A family without a face that text can be drawn in here; `drawn` is the family that draws it, null where unknown. */
type InstalledFamily = { family: string; drawn: string | null };

/** Runs in the page: those of the families that text can be drawn in. */
function readInstalled(families: readonly string[]): InstalledFamily[] {
  const canvas = Document.prototype.createElement.call(document, "canvas");
  const pen = canvas instanceof HTMLCanvasElement ? canvas.getContext("2d") : null;
  const found: InstalledFamily[] = [];
  for (const family of families) {
    if (isGeneric(family)) found.push({ family, drawn: family });
    else if (pen !== null && isDrawable(family, pen)) found.push({ family, drawn: drawnFamily(family, pen) });
  }
  return found;
}

/** Runs in the page: whether a name is one of CSS, for which each machine has a family of its own. */
function isGeneric(family: string): boolean {
  return /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|math|ui-[\w-]+)$/u.test(family);
}

/** Runs in the page: whether text can be drawn in a family; one that is missing leaves the next in the list unchanged. */
function isDrawable(family: string, pen: CanvasRenderingContext2D): boolean {
  // Two, because the family may be the very one that stands behind a generic name.
  return ["monospace", "serif"].some(
    (generic) => textWidth(`${quotedName(family)}, ${generic}`, pen) !== textWidth(generic, pen),
  );
}

/**
 * Runs in the page: the family that draws the text of a drawable one. Linux draws Arial, if missing, in a free family
 * of the same widths; which one it is shows by its name and widths.
 */
function drawnFamily(family: string, pen: CanvasRenderingContext2D): string | null {
  if (isOnMachine(family)) return family;
  const width = textWidth(quotedName(family), pen);
  const substitutes = ["Liberation Sans", "Liberation Serif", "Liberation Mono", "Liberation Sans Narrow"];
  const others = ["Arimo", "Tinos", "Cousine", "Carlito", "Caladea", "Gelasio", "Nimbus Sans", "Nimbus Roman"];
  const isDrawing = (name: string) => textWidth(quotedName(name), pen) === width && isOnMachine(name);
  return [...substitutes, ...others].find(isDrawing) ?? null;
}

/** Runs in the page: whether the machine has a font of this name. `local()` takes no substitute, and answers at once. */
function isOnMachine(family: string): boolean {
  return [family, `${family} Regular`].some((name) => {
    const face = new FontFace("local", `local(${quotedName(name)})`);
    // The status says the same as a rejection.
    face.load().catch(() => undefined);
    return face.status === "loaded";
  });
}

/** Runs in the page: the width of letters that differ from family to family. */
function textWidth(families: string, pen: CanvasRenderingContext2D): number {
  pen.font = `72px ${families}`;
  return pen.measureText("mmMwWliI10@").width;
}

/** Runs in the page: a family's name as a string of CSS. */
function quotedName(family: string): string {
  return `"${family.replaceAll(/["\\]/gu, "\\$&")}"`;
}

/** `readInstalled` and what it uses. */
const readingInstalled: readonly PageFunction[] = [
  drawnFamily,
  isDrawable,
  isGeneric,
  isOnMachine,
  quotedName,
  readInstalled,
  textWidth,
];

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

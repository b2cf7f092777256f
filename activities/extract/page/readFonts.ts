import { isTextField } from "./looks.ts";
import type { FontFaceRule, StyleSheetsRead } from "./readStyleSheets.ts";
import { ownGetter, type PageFunction } from "./safeDom.ts";
import type { Survey } from "./survey.ts";

/** Text of one setting: its `font-family` and its visible characters. */
type FontUse = { stack: string; weight: number; style: string; characters: number };
/** A face of a family that sheets or scripts declare. */
type FaceRead = { family: string; weight: string; style: string; loaded: boolean };

/**
 * A family without a loaded face in which text can be drawn. `drawnWith` is the family that draws it; null if unknown.
 */
type InstalledFamily = { family: string; drawnWith: string | null };

/** The page's data for `fonts`. */
export type FontsRead = {
  uses: FontUse[];
  faces: FaceRead[];
  rules: FontFaceRule[];
  installed: InstalledFamily[];
  cut: string[];
};

/** Runs in the page. Reads the families of its text and the families it declares. */
export function readFonts({ items, cut }: Survey, sheets: StyleSheetsRead): FontsRead {
  const uses = new Map<string, FontUse>();
  let isCut = cut || sheets.cut;
  for (const { element, tag, style, visible, characters } of items) {
    // Text fields have a font even while they are empty.
    if (style === null || !visible || (characters === 0 && !isTextField(element, tag))) continue;
    const { fontFamily, fontStyle } = style;
    const weight = Number(style.fontWeight);
    const key = `${weight} ${fontStyle} ${fontFamily}`;
    const known = uses.get(key);
    if (known !== undefined) known.characters += characters;
    else if (uses.size < 1000)
      uses.set(key, { stack: fontFamily.slice(0, 1000), weight, style: fontStyle.slice(0, 50), characters });
    else isCut = true;
  }
  const faces = readFaces();
  const declared = new Set(faces.map(({ family }) => family.toLowerCase()));
  const requested = new Set([...uses.values()].flatMap(({ stack }) => familiesOf(stack)));
  const undeclared = [...requested].filter((family) => !declared.has(family.toLowerCase())).slice(0, 200);
  return {
    uses: [...uses.values()],
    faces,
    rules: sheets.fontFaces,
    installed: readInstalledFamilies(undeclared),
    cut: isCut ? ["fonts"] : [],
  };
}

/** The faces in `document.fonts`, each kind once. One family may have hundreds of faces, by script. */
function readFaces(): FaceRead[] {
  const fontSet = ownGetter(Document.prototype, "fonts", document);
  const faces = new Map<string, FaceRead>();
  if (!(fontSet instanceof FontFaceSet)) return [];
  fontSet.forEach((face) => {
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

/** The names in a computed `font-family`, without quotes. */
export function familiesOf(stack: string): string[] {
  return [...stack.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s,"][^,"]*/gu)]
    .slice(0, 50)
    .map(([plain, quoted]) => (quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/gu, "$1")));
}

/** The families in which text can be drawn. */
function readInstalledFamilies(families: readonly string[]): InstalledFamily[] {
  const canvas = Document.prototype.createElement.call(document, "canvas");
  const canvasContext = canvas instanceof HTMLCanvasElement ? canvas.getContext("2d") : null;
  const found: InstalledFamily[] = [];
  for (const family of families) {
    if (isGeneric(family)) found.push({ family, drawnWith: family });
    else if (canvasContext !== null && isDrawable(family, canvasContext))
      found.push({ family, drawnWith: drawnFamily(family, canvasContext) });
  }
  return found;
}

/** Whether a name is a generic family of CSS. */
function isGeneric(family: string): boolean {
  return /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|math|ui-[\w-]+)$/u.test(family);
}

/** Whether text can be drawn in a family. A missing family leaves the width of its fallback unchanged. */
function isDrawable(family: string, canvasContext: CanvasRenderingContext2D): boolean {
  // Two fallbacks, because the family may itself be the machine's generic one.
  return ["monospace", "serif"].some(
    (generic) => textWidth(`${quotedName(family)}, ${generic}`, canvasContext) !== textWidth(generic, canvasContext),
  );
}

/**
 * The family that draws a drawable one. Linux draws a missing Arial in a free family of the same widths. Its name and
 * widths identify it.
 */
function drawnFamily(family: string, canvasContext: CanvasRenderingContext2D): string | null {
  if (isInstalled(family)) return family;
  const width = textWidth(quotedName(family), canvasContext);
  const substitutes = ["Liberation Sans", "Liberation Serif", "Liberation Mono", "Liberation Sans Narrow"];
  const alternatives = ["Arimo", "Tinos", "Cousine", "Carlito", "Caladea", "Gelasio", "Nimbus Sans", "Nimbus Roman"];
  const isDrawnWith = (name: string) => textWidth(quotedName(name), canvasContext) === width && isInstalled(name);
  return [...substitutes, ...alternatives].find(isDrawnWith) ?? null;
}

/** Whether the machine has a font of this name. `local()` accepts no substitute, and its status is set at once. */
function isInstalled(family: string): boolean {
  return [family, `${family} Regular`].some((name) => {
    const face = new FontFace("local", `local(${quotedName(name)})`);
    // The status says the same as the rejection.
    face.load().catch(() => undefined);
    return face.status === "loaded";
  });
}

/** The width of letters that differ between families. */
function textWidth(families: string, canvasContext: CanvasRenderingContext2D): number {
  canvasContext.font = `72px ${families}`;
  return canvasContext.measureText("mmMwWliI10@").width;
}

/** A family name as a CSS string. */
function quotedName(family: string): string {
  return `"${family.replaceAll(/["\\]/gu, "\\$&")}"`;
}

/** Dependencies of `readInstalledFamilies`. */
const installedFontDependencies: readonly PageFunction[] = [
  drawnFamily,
  isDrawable,
  isGeneric,
  isInstalled,
  quotedName,
  readInstalledFamilies,
  textWidth,
];

/** Dependencies of `readFonts` beyond `sharedDependencies`. */
export const fontDependencies: readonly PageFunction[] = [
  ...installedFontDependencies,
  isTextField,
  familiesOf,
  readFaces,
  readFonts,
];

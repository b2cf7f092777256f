import type { PageFunction } from "./pageFunction.ts";

/** A family without a face that text can be drawn in here; `drawn` is the family that draws it, null where unknown. */
export type InstalledFamily = { family: string; drawn: string | null };

/** Runs in the page: those of the families that text can be drawn in. */
export function readInstalled(families: readonly string[]): InstalledFamily[] {
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
export const readingInstalled: readonly PageFunction[] = [
  drawnFamily,
  isDrawable,
  isGeneric,
  isOnMachine,
  quotedName,
  readInstalled,
  textWidth,
];

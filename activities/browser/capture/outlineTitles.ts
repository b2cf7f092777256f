/*
 * Chromium joins the lines of a heading in the title of its bookmark: a space at the end of a line is not drawn, so it is
 * lost. The titles are replaced by an incremental update of the file: new versions of their objects at its end.
 */

/** An object of an outline, as Chromium writes it: it begins with its title, and its place in the document follows. */
const outlineObject = /^\d+ 0 obj\n<<\/Title (\((?:[^\\()]|\\.)*\)|<[\dA-F]*>)(\n\/Dest [^]*)$/;
/** Characters of such an object. A longer one keeps its title. */
const maxObjectChars = 20_000;

/** Gives the titles of a file's outline the spaces of the page's headings. */
export function spaceTitles(bytes: Buffer, headings: readonly string[]): Buffer {
  if (headings.length === 0) return bytes;
  const text = bytes.toString("latin1");
  const table = readTable(text);
  if (table === null) return bytes;
  const spacedTitles = new Map(
    headings.map((heading) => [withoutSpaces(heading), heading.replaceAll(/\s+/gu, " ").trim()]),
  );
  let addedText = "";
  const entries: string[] = [];
  for (const [number, offset] of table.offsets) {
    const end = Math.min(text.indexOf("\nendobj", offset), offset + maxObjectChars);
    const [, string, rest = ""] = outlineObject.exec(text.slice(offset, end)) ?? [];
    if (string === undefined) continue;
    const title = decode(string);
    const better = spacedTitles.get(withoutSpaces(title)) ?? title;
    if (better === title) continue;
    entries.push(`${number} 1\n${String(text.length + addedText.length).padStart(10, "0")} 00000 n \n`);
    addedText += `${number} 0 obj\n<</Title ${encode(better)}${rest}\nendobj\n`;
  }
  if (entries.length === 0) return bytes;
  const trailer = `trailer\n<<${table.trailer}\n/Prev ${table.start}>>\nstartxref\n${text.length + addedText.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(`${addedText}xref\n${entries.join("")}${trailer}`, "latin1")]);
}

/** The offsets of the file's objects, and the content of its trailer. Null for a file of another form. */
function readTable(text: string): { start: number; offsets: Map<number, number>; trailer: string } | null {
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text.slice(-64))?.[1] ?? -1);
  const [, rows, trailer] =
    /^xref\n0 \d+\n((?:\d{10} \d{5} [nf] \n)+)trailer\n<<([^]*)>>\nstartxref/.exec(text.slice(start)) ?? [];
  if (start < 0 || rows === undefined || trailer === undefined) return null;
  const offsets = rows.split("\n").map((row, number) => [number, Number(row.slice(0, 10))] as const);
  return { start, offsets: new Map(offsets), trailer };
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/gu, "");
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function decode(string: string): string {
  if (string.startsWith("<")) {
    const units = string.slice(1, -1).match(/.{4}/g) ?? [];
    const characters = units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16)));
    return characters.join("").replace("\u{FEFF}", "");
  }
  return string
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|(.))/gs, (_all, octal: string | undefined, sign: string) =>
      octal === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}

function encode(title: string): string {
  if (/^[ -~]*$/.test(title)) return `(${title.replaceAll(/[\\()]/g, "\\$&")})`;
  const units = Array.from({ length: title.length }, (_, index) => title.charCodeAt(index));
  return `<FEFF${units.map((unit) => unit.toString(16).toUpperCase().padStart(4, "0")).join("")}>`;
}

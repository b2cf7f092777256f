/** Bytes of an entry in the table of objects (ISO 32000-1, 7.5.4). */
const entryBytes = 20;

/**
 * The number of pages of a PDF that Chromium wrote. It goes the way of every reader: from the trailer to the table of objects,
 * the catalog and the root of the page tree. No text that the page chooses, such as its title, is on this way.
 * @throws Error when the file is none that Chromium writes.
 */
export function countPages(pdf: Buffer): number {
  const trailer = textAt(pdf, pdf.lastIndexOf("trailer"), "%%EOF");
  const table = numberIn(/startxref\s+(\d+)/, trailer);
  const header = /^xref\s0 \d+\s/.exec(pdf.toString("latin1", table, table + 30))?.[0] ?? unreadable();
  const object = (number: number) => {
    const entry = table + header.length + number * entryBytes;
    return textAt(pdf, numberIn(/^(\d{10}) /, pdf.toString("latin1", entry, entry + entryBytes)), "endobj");
  };
  const catalog = object(numberIn(/\/Root (\d+) 0 R/, trailer));
  const root = object(numberIn(/<<\/Type \/Catalog\s\/Pages (\d+) 0 R/, catalog));
  return numberIn(/\/Count (\d+)/, root);
}

/** The text from a place up to a word. */
function textAt(pdf: Buffer, start: number, end: string): string {
  return pdf.toString("latin1", start, pdf.indexOf(end, start));
}

function numberIn(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? unreadable());
}

function unreadable(): never {
  throw new Error("The PDF has no page tree where Chromium writes it.");
}

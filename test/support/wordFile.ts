import { crc32 } from "node:zlib";
import { strToU8, Zip, type ZipInputFile, zipSync } from "fflate";
import { deflatePieces } from "./deflated.ts";

/** The type of the content of a Word file. */
export const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** A paragraph of a Word file, by the name of its style. `text` may have signs of XML. */
export function wordParagraph(text: string, style?: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const properties = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${escaped}</w:t></w:r></w:p>`;
}

/** The bytes of a Word file with this body, and with other parts by their paths. */
export function wordFile(body: string, parts: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({ ...frame, [mainPart]: strToU8(`${begin}${body}${end}`), ...parts });
}

/** The bytes of a small Word file whose only paragraph has this many thousands of letters. */
export function longWordFile(thousands: number): Uint8Array {
  const [before = "", after = ""] = wordParagraph("|").split("|");
  const piece = Buffer.alloc(1_000, "a");
  const pieces = Array.from({ length: thousands }, () => piece);
  const { bytes, size, crc } = deflatePieces([
    Buffer.from(`${begin}${before}`),
    ...pieces,
    Buffer.from(`${after}${end}`),
  ]);
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    written.push(chunk);
  });
  const add = (part: ZipInputFile, content: Uint8Array): void => {
    zip.add(part);
    part.ondata?.(null, new Uint8Array(content), true);
  };
  for (const [filename, content] of Object.entries(frame))
    add({ filename, size: content.length, crc: crc32(content), compression: 0 }, content);
  add({ filename: mainPart, size, crc, compression: 8 }, bytes);
  zip.end();
  return Buffer.concat(written);
}

const office = "http://schemas.openxmlformats.org";
const mainPart = "word/document.xml";
const namespaces = [
  `xmlns:w="${office}/wordprocessingml/2006/main"`,
  `xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${office}/drawingml/2006/main"`,
  `xmlns:pic="${office}/drawingml/2006/picture"`,
  `xmlns:r="${office}/officeDocument/2006/relationships"`,
].join(" ");
const [begin, end] = [`<w:document ${namespaces}><w:body>`, "</w:body></w:document>"];

/** The parts that every Word file has beside its main one. */
const frame = {
  "[Content_Types].xml": strToU8(
    `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  ),
  "_rels/.rels": strToU8(
    `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  ),
};

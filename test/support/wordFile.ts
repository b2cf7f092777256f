import { strToU8, zipSync } from "fflate";

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
  const office = "http://schemas.openxmlformats.org";
  const namespaces = [
    `xmlns:w="${office}/wordprocessingml/2006/main"`,
    `xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing"`,
    `xmlns:a="${office}/drawingml/2006/main"`,
    `xmlns:pic="${office}/drawingml/2006/picture"`,
    `xmlns:r="${office}/officeDocument/2006/relationships"`,
  ].join(" ");
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": strToU8(`<w:document ${namespaces}><w:body>${body}</w:body></w:document>`),
    ...parts,
  });
}

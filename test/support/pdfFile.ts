import { deflatePieces } from "./deflated.ts";

/** The begin of a stream in the format of zlib. */
const zlibHeader = Buffer.from([0x78, 0x9c]);

/** The bytes of a PDF of one page with these drawing commands. */
export function pdfFile(commands: Buffer): Buffer {
  return withPages([commands]);
}

/** The bytes of a PDF with a page for each of these drawing commands. */
export function pdfOfPages(pages: readonly string[]): Buffer {
  return withPages(pages.map((commands) => Buffer.from(commands)));
}

/** The bytes of a PDF of one page. Its drawing commands are these pieces, deflated. */
export function deflatedPdfFile(pieces: readonly Buffer[]): Buffer {
  return withPages([Buffer.concat([zlibHeader, deflatePieces(pieces).bytes])], { filter: "/Filter/FlateDecode" });
}

/** The bytes of a PDF that a password locks. No password opens it. */
export function lockedPdfFile(): Buffer {
  const hash = "00".repeat(32);
  const lock = `/ID[<${hash}><${hash}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${hash}>/U<${hash}>>>`;
  return withPages([Buffer.from("BT ET")], { trailer: lock });
}

/** Objects before those of pages: the catalogue, the list of pages and the font. Each page has two. */
const firstPageObject = 4;

function withPages(pages: readonly Buffer[], { filter = "", trailer = "" } = {}): Buffer {
  const kids = pages.map((_page, index) => `${firstPageObject + 2 * index} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap((commands, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents ${firstPageObject + 2 * index + 1} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      `<</Length ${commands.length}${filter}>>stream\n${commands.toString("latin1")}\nendstream`,
    ]),
  ];
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\n%%EOF`;
  return Buffer.from(`%PDF-1.4\n${parts.join("")}${end}`, "latin1");
}

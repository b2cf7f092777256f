import { deflatePieces } from "./deflated.ts";

/** The begin of a stream in the format of zlib. */
const zlibHeader = Buffer.from([0x78, 0x9c]);

/** The bytes of a PDF of one page with these drawing commands. */
export function pdfFile(commands: Buffer): Buffer {
  return withStream(commands, "");
}

/** The bytes of a PDF of one page. Its drawing commands are these pieces, deflated. */
export function deflatedPdfFile(pieces: readonly Buffer[]): Buffer {
  return withStream(Buffer.concat([zlibHeader, deflatePieces(pieces).bytes]), "/Filter/FlateDecode");
}

function withStream(commands: Buffer, filter: string): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${commands.length}${filter}>>stream\n${commands.toString("latin1")}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${parts.join("")}trailer<</Size 6/Root 1 0 R>>\n%%EOF`, "latin1");
}

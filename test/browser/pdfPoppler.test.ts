import { existsSync } from "node:fs";
import { expect } from "chai";
import sharp from "sharp";
import type { PdfSpec } from "#schemas/renders/pdf.ts";
import { type PopplerPdf, readWithPoppler } from "../support/poppler.ts";
import { popplerFolder } from "../support/provisioned.ts";
import { useBrowser } from "./support.ts";

const book = `<title>Book</title><body style="background:green">
  <h1>First</h1><p>text of the first</p><h2>Within</h2><h1 style="break-before:page">Second</h1><p>text of the second</p>`;

/** Poppler is the reader of most desktops on Linux. */
describe("capture: PDF in poppler", () => {
  const browser = useBrowser();

  before(function skipWithoutPoppler() {
    if (popplerFolder() !== null) return;
    // Where it can be installed, a missing reader is an error.
    if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) throw new Error("poppler-utils is missing.");
    console.log("  skipped: install poppler-utils to read the PDFs with poppler");
    this.skip();
  });

  const print = async (pdf: PdfSpec): Promise<PopplerPdf> => {
    const captured = await browser.capture({ url: browser.site.page("/book", book), screenshot: null, pdf });
    if (captured.pdf === null) throw new Error("There is no PDF.");
    const read = await readWithPoppler(captured.pdf.bytes);
    expect(captured.pdf.pages).to.equal(read.pages);
    return read;
  };

  /** The color in the middle of the first sheet. */
  const middleOf = async ({ picture }: PopplerPdf): Promise<number[]> => {
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
    return [...data.subarray(middle, middle + 3)];
  };

  it("has the page's text on its sheets, in their colors", async () => {
    const read = await print({ margin: { top: "0px", right: "0px", bottom: "0px", left: "0px" } });
    expect(read.pages).to.equal(2);
    expect(read.texts[0]).to.match(/First[^]*text of the first[^]*Within/);
    expect(read.texts[1]).to.match(/Second[^]*text of the second/);
    expect(await middleOf(read)).to.deep.equal([0, 128, 0]);
  });

  it("has white sheets without the backgrounds", async () => {
    expect(await middleOf(await print({ printBackground: false }))).to.deep.equal([255, 255, 255]);
  });

  it("has an outline of its headings if it was asked for", async () => {
    expect((await print({ outline: true })).outline).to.deep.equal(["First", "Within", "Second"]);
    expect((await print({})).outline).to.deep.equal([]);
  });

  it("is tagged unless that was turned off", async () => {
    expect((await print({})).tagged).to.equal(true);
    expect((await print({ tagged: false })).tagged).to.equal(false);
  });

  for (const [what, pdf, [width, height]] of [
    ["letter on its side", { format: "letter", landscape: true }, [792, 612]],
    ["the width and height asked for", { width: "100mm", height: "5in" }, [283.5, 360]],
  ] as const) {
    it(`has sheets of ${what}`, async () => {
      const { size } = await print(pdf);
      expect(size[0]).to.be.closeTo(width, 1);
      expect(size[1]).to.be.closeTo(height, 1);
    });
  }
});

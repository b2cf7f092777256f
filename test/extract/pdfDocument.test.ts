import { expect } from "chai";
import sharp from "sharp";
import { readDocument } from "#activities/documents/readDocument.ts";
import type { DocumentPage } from "#activities/documents/toPage.ts";
import { lockedPdfFile, pdfFile, pdfOfPages } from "../support/pdfFile.ts";

const read = (bytes: Uint8Array, draws = true) =>
  readDocument(
    { kind: "pdf", bytes, contentType: "application/pdf", url: "https://a.example/files/fees.pdf", draws },
    { owner: "account" },
  );

/** The page of a file. */
async function pageOf(bytes: Uint8Array, draws = true): Promise<DocumentPage> {
  const outcome = await read(bytes, draws);
  if (!outcome.done || outcome.value === null) throw new Error("the file was not read");
  return outcome.value;
}

/** The pictures of a page. */
function picturesOf({ html }: DocumentPage): Buffer[] {
  return [...html.matchAll(/url\(data:image\/\w+;base64,([^)]+)\)/gu)].map(([, text = ""]) =>
    Buffer.from(text, "base64"),
  );
}

/** Rows and columns of the smallest rectangle around what differs from white, in shares of the picture. */
async function inkOf(picture: Buffer): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const inked = [...data.entries()].filter(([, value]) => value < 128).map(([index]) => index);
  const columns = inked.map((index) => (index % info.width) / info.width);
  const rows = inked.map((index) => Math.floor(index / info.width) / info.height);
  return {
    left: columns.reduce((one, other) => Math.min(one, other), 1),
    top: rows.reduce((one, other) => Math.min(one, other), 1),
    right: columns.reduce((one, other) => Math.max(one, other), 0),
    bottom: rows.reduce((one, other) => Math.max(one, other), 0),
  };
}

const lines = `BT /F 24 Tf 20 360 Td (Fees) Tj /F 12 Tf 0 -40 Td (A berth costs 45 eu-) Tj 0 -14 Td (ros a <night>.) Tj 0 -40 Td (Pay here.) Tj ET`;
const words = (text: string) => `BT /F 12 Tf 20 200 Td (${text}) Tj ET`;

describe("a PDF as a page", function () {
  this.timeout(60_000);

  it("has its headings and paragraphs, and the name of its file", async () => {
    const { html, leftOut } = await pageOf(pdfFile(Buffer.from(lines)), false);
    const body =
      "<main><section><h2>Fees</h2><p>A berth costs 45 euros a &lt;night&gt;.</p><p>Pay here.</p></section></main>";
    expect(html).to.contain(body).and.to.contain("<title>fees.pdf</title>");
    expect(leftOut).to.equal(null);
  });

  it("shows the picture of each page, with its text in place", async () => {
    const page = await pageOf(pdfOfPages([words("Pay here."), "0 0 400 100 re f"]));
    const [text, bar, ...others] = picturesOf(page);
    expect(others).to.deep.equal([]);
    const ink = await inkOf(text ?? Buffer.of());
    expect(ink.left).to.be.closeTo(20 / 400, 0.01);
    expect(ink.bottom).to.be.closeTo(200 / 400, 0.01);
    const [, left, top, width, height] =
      /<p style="left:([\d.]+)%;top:([\d.]+)%;width:([\d.]+)%;height:([\d.]+)%/u.exec(page.html)?.map(Number) ?? [];
    expect([left, top].map((share) => (share ?? 0) / 100)).to.satisfy(([x, y]: [number, number]) => {
      return Math.abs(x - ink.left) < 0.01 && Math.abs(y - ink.top) < 0.01;
    });
    expect(((left ?? 0) + (width ?? 0)) / 100).to.be.closeTo(ink.right, 0.01);
    expect(((top ?? 0) + (height ?? 0)) / 100).to.be.closeTo(ink.bottom, 0.01);
    expect(await inkOf(bar ?? Buffer.of())).to.deep.include({ left: 0, top: 0.75 });
  });

  it("is the same each time, and another one for a file with another figure", async () => {
    const [first, again, other] = [words("45 euros"), words("45 euros"), words("49 euros")];
    const pages = await Promise.all([first, again, other].map((text) => pageOf(pdfOfPages([text]))));
    const [one, same, changed] = pages.map((page) => page.html);
    expect(one === same).to.equal(true);
    expect(one === changed).to.equal(false);
  });

  it("shows a photograph in its colors, and with few bytes", async () => {
    const side = 300;
    const noise = Buffer.from(
      Array.from(
        { length: side * side * 3 },
        (_none, index) => 90 + ((Math.imul(index ^ (index >> 7), 0x9e3779b1) >>> 20) % 40),
      ),
    );
    const before = Buffer.from(`q 400 0 0 400 0 0 cm BI /W ${side} /H ${side} /CS /RGB /BPC 8 ID `);
    const page = await pageOf(pdfFile(Buffer.concat([before, noise, Buffer.from(" EI Q")])));
    const [picture = Buffer.of()] = picturesOf(page);
    const { format, width, height } = await sharp(picture).metadata();
    expect([format, width, height]).to.deep.equal(["jpeg", 1_200, 1_200]);
    const { channels } = await sharp(picture).stats();
    for (const { mean } of channels) expect(mean).to.be.closeTo(109.5, 3);
    expect(picture.length).to.be.lessThan(1_500_000);
  });

  it("shows the pages after the first 20 as text, and says so", async () => {
    const page = await pageOf(pdfOfPages(Array.from({ length: 22 }, (_none, index) => words(`Page ${index + 1}.`))));
    expect(picturesOf(page)).to.have.length(20);
    expect(page.html).to.contain("<section><p>Page 21.</p></section><section><p>Page 22.</p></section></main>");
    expect(page.leftOut).to.equal("Pages after the first 20 pages are shown as text.");
  });

  it("keeps a paragraph that goes on over two pages as one, on its first page", async () => {
    const { html } = await pageOf(pdfOfPages([words("It goes"), words("on and on."), words("A new one.")]), false);
    expect(html).to.contain(
      "<section><p>It goes on and on.</p></section><section></section><section><p>A new one.</p>",
    );
  });

  it("that is none, or is locked, is null", async () => {
    expect(await read(Buffer.from("x"))).to.deep.equal({ done: true, value: null });
    expect(await read(Buffer.from(`%PDF-1.7\n${"<<".repeat(200_000)}`))).to.deep.equal({ done: true, value: null });
    expect(await read(lockedPdfFile())).to.deep.equal({ done: true, value: null });
  });

  it("with a page of a senseless size is read", async () => {
    const file = pdfFile(Buffer.from(words("Pay here."))).toString("latin1");
    for (const size of ["0 0 0 0", "0 0 1e30 1e-30", "0 0 -5 10", "0 0 14400 14400"]) {
      const page = await pageOf(Buffer.from(file.replace("0 0 400 400", size), "latin1"));
      expect(page.html, size).to.contain("Pay here.");
    }
  });
});

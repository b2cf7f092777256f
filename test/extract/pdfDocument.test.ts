import { deflateSync } from "node:zlib";
import { expect } from "chai";
import { readDocument } from "#activities/documents/readDocument.ts";

/** A PDF of one page with this stream of drawing commands. */
function pdfOf(commands: Buffer, { filter = "" } = {}): Buffer {
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

const read = (bytes: Uint8Array) =>
  readDocument(
    { kind: "pdf", bytes, contentType: "application/pdf", url: "https://a.example/files/fees.pdf" },
    { owner: "account" },
  );

describe("a PDF as a page", function () {
  this.timeout(60_000);
  const lines = `BT /F 24 Tf 20 360 Td (Fees) Tj /F 12 Tf 0 -40 Td (A berth costs 45 eu-) Tj 0 -14 Td (ros a <night>.) Tj 0 -40 Td (Pay here.) Tj ET`;
  const plain = pdfOf(Buffer.from(lines));

  it("has its headings and paragraphs, and the name of its file", async () => {
    const outcome = await read(plain);
    const page = outcome.done ? outcome.value : null;
    const body = /<main>([^]*)<\/main>/u.exec(page?.html ?? "")?.[1];
    expect(body).to.equal("<h2>Fees</h2><p>A berth costs 45 euros a &lt;night&gt;.</p><p>Pay here.</p>");
    expect(page?.html).to.contain("<title>fees.pdf</title>");
  });

  it("that is none is null, and one that unpacks into gigabytes ends with its process", async () => {
    expect(await read(Buffer.from("x"))).to.deep.equal({ done: true, value: null });
    expect(await read(Buffer.from(`%PDF-1.7\n${"<<".repeat(200_000)}`))).to.deep.equal({ done: true, value: null });
    const bomb = pdfOf(deflateSync(Buffer.alloc(1_000_000_000, 32)), { filter: "/Filter/FlateDecode" });
    const { done } = await read(bomb);
    expect(done).to.equal(false);
    expect((await read(plain)).done).to.equal(true);
  });
});

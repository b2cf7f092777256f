import { expect } from "chai";
import { readDocument } from "#activities/documents/readDocument.ts";
import { pdfFile } from "../support/pdfFile.ts";

const read = (bytes: Uint8Array) =>
  readDocument(
    { kind: "pdf", bytes, contentType: "application/pdf", url: "https://a.example/files/fees.pdf" },
    { owner: "account" },
  );

/** The page of a file. */
async function pageOf(bytes: Uint8Array): Promise<string | undefined> {
  const outcome = await read(bytes);
  return outcome.done ? outcome.value?.html : undefined;
}

describe("a PDF as a page", function () {
  this.timeout(60_000);
  const lines = `BT /F 24 Tf 20 360 Td (Fees) Tj /F 12 Tf 0 -40 Td (A berth costs 45 eu-) Tj 0 -14 Td (ros a <night>.) Tj 0 -40 Td (Pay here.) Tj ET`;
  const body = "<main><h2>Fees</h2><p>A berth costs 45 euros a &lt;night&gt;.</p><p>Pay here.</p></main>";
  const plain = pdfFile(Buffer.from(lines));

  it("has its headings and paragraphs, and the name of its file", async () => {
    const page = await pageOf(plain);
    expect(page).to.contain(body).and.to.contain("<title>fees.pdf</title>");
  });

  it("that is none is null", async () => {
    expect(await read(Buffer.from("x"))).to.deep.equal({ done: true, value: null });
    expect(await read(Buffer.from(`%PDF-1.7\n${"<<".repeat(200_000)}`))).to.deep.equal({ done: true, value: null });
  });
});

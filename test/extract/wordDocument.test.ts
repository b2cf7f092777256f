import { expect } from "chai";
import { strToU8, zipSync } from "fflate";
import { readDocument } from "#activities/documents/readDocument.ts";
import { wordFile, wordParagraph, wordType } from "../support/wordFile.ts";

const read = (bytes: Uint8Array) =>
  readDocument(
    { kind: "word", bytes, contentType: wordType, url: "https://a.example/files/fees.docx", draws: true },
    { owner: "account" },
  );

/** The main part of the page of a file. */
async function bodyOf(bytes: Uint8Array): Promise<string | undefined> {
  const outcome = await read(bytes);
  return /<main>([^]*)<\/main>/u.exec((outcome.done && outcome.value?.html) || "")?.[1];
}

describe("a Word file as a page", function () {
  this.timeout(60_000);

  it("has its headings, paragraphs and tables, and the name of its file", async () => {
    const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell("Berth")}${cell("45 €")}</w:tr></w:tbl>`;
    const file = wordFile(
      wordParagraph("Fees", "Heading1") + wordParagraph("A berth costs 45 euros a <night>.") + table,
    );
    expect(await bodyOf(file)).to.equal(
      "<h1>Fees</h1><p>A berth costs 45 euros a &lt;night&gt;.</p><table><tr><td><p>Berth</p></td><td><p>45 €</p></td></tr></table>",
    );
    const outcome = await read(file);
    expect(outcome.done && outcome.value?.html).to.contain("<title>fees.docx</title>");
  });

  it("follows no style map that it brings, and reads no file beside it", async () => {
    const picture =
      '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const file = wordFile(wordParagraph("alert(1)") + picture, {
      "mammoth/style-map": strToU8("p => script"),
      "word/_rels/document.xml.rels": strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/hostname" TargetMode="External"/></Relationships>',
      ),
    });
    const body = await bodyOf(file);
    expect(body).to.contain("<p>alert(1)</p>").and.not.contain("script");
    expect(body).to.not.contain("data:");
  });

  it("says what it leaves out of a long one", async () => {
    const long = wordFile(wordParagraph("a word ".repeat(10_000)).repeat(20));
    expect(await bodyOf(long)).to.contain("The page shows the first 14 paragraphs of 20.");
  });

  it("that is none is null", async () => {
    expect(await read(strToU8("x"))).to.deep.equal({ done: true, value: null });
    expect(await read(zipSync({ "a.txt": strToU8("a") }))).to.deep.equal({ done: true, value: null });
  });
});

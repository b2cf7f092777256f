import { expect } from "chai";
import { readDocument } from "#activities/documents/readDocument.ts";
import type { DocumentTask } from "#activities/documents/toPage.ts";
import { deflatedPdfFile } from "../support/pdfFile.ts";
import { longWordFile, wordFile, wordParagraph, wordType } from "../support/wordFile.ts";

// Each test waits until a process has used up its memory, so the lane `rest` runs this file.

/** Outcome of reading a file: the HTML of its page, null for a broken one, and undefined if its process ended. */
async function pageOf(file: Pick<DocumentTask, "kind" | "contentType" | "bytes">): Promise<string | null | undefined> {
  const outcome = await readDocument(
    { ...file, url: "https://a.example/files/fees", draws: true },
    { owner: "account" },
  );
  return outcome.done ? (outcome.value?.html ?? null) : undefined;
}

const word = (bytes: Uint8Array) => pageOf({ kind: "word", contentType: wordType, bytes });
const pdf = (bytes: Uint8Array) => pageOf({ kind: "pdf", contentType: "application/pdf", bytes });

describe("a document that takes too much memory", function () {
  this.timeout(60_000);
  const lines = Buffer.from("BT /F 24 Tf 20 360 Td (Fees) Tj ET\n");

  it("ends with its process as a Word file that unpacks into gigabytes", async () => {
    expect(await word(longWordFile(1))).to.contain(`<p>${"a".repeat(1_000)}</p>`);
    expect(await word(longWordFile(300_000))).to.equal(undefined);
    expect(await word(wordFile(wordParagraph("after")))).to.contain("after");
  });

  it("ends with its process as a Word file that nests without end, or is broken", async () => {
    expect(await word(wordFile("<w:sdt><w:sdtContent>".repeat(100_000)))).to.be.oneOf([null, undefined]);
    expect(await word(wordFile(wordParagraph("after")))).to.contain("after");
  });

  it("ends with its process as a PDF that unpacks into gigabytes", async () => {
    expect(await pdf(deflatedPdfFile([lines]))).to.contain("Fees");
    const million = Buffer.alloc(1_000_000, " ");
    expect(await pdf(deflatedPdfFile(Array.from({ length: 1_000 }, () => million)))).to.equal(undefined);
    expect(await pdf(deflatedPdfFile([lines]))).to.contain("Fees");
  });
});

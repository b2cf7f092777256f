import { assert } from "chai";
import { truncateUtf8 } from "#activities/extract/extractor.ts";
import { plainTextOf } from "#activities/extract/markdown/plainText.ts";

describe("truncation", () => {
  it("never splits a character", () => {
    const text = "aü駅😀";
    const kept = Array.from({ length: 11 }, (_, limit) => truncateUtf8(text, limit));
    assert.deepEqual(
      kept.map(({ bytes }) => bytes.toString()),
      ["", "a", "a", "aü", "aü", "aü", "aü駅", "aü駅", "aü駅", "aü駅", "aü駅😀"],
    );
    assert.deepEqual(
      kept.map(({ cut }) => cut),
      [...Array<boolean>(10).fill(true), false],
    );
  });

  it("keeps the text of a page that the converter cannot process", () => {
    const html =
      "<html><head><title>T</title></head><body><h1>A &amp;lt;</h1><p>b <b>c</b>\n d</p><ul><li>e</li><li>f</li></ul></body></html>";
    assert.equal(plainTextOf(html), "A &lt;\n\nb c d\n\ne\n\nf\n");
  });
});

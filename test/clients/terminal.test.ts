import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { write } from "#clients/cli/src/io.ts";

/** The text that arrives at a stream, which may be a terminal. */
async function written(data: string | Uint8Array, isTTY: boolean): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY });
  await write(stream, data);
  stream.end();
  return text(stream);
}

/** Texts that a page chooses, and the text that a terminal shows for each. */
const texts: [what: string, chosen: string, shown: string][] = [
  ["a window title", "\u001b]0;owned\u0007", "\\u001b]0;owned\\u0007"],
  ["hidden text", "\u001b[8mhidden\u001b[0m", "\\u001b[8mhidden\\u001b[0m"],
  ["a C1 control sequence", "\u009b2J", "\\u009b2J"],
  ["an overwritten line", "safe\rfalse", "safe\\u000dfalse"],
  ["text in another direction", "a\u202egnp.exe\u2069", "a\\u202egnp.exe\\u2069"],
];

describe("the command line on a terminal", () => {
  for (const [what, chosen, shown] of texts) {
    it(`escapes ${what}, and keeps it in files and pipes`, async () => {
      expect(await written(chosen, true)).to.equal(shown);
      expect(await written(Buffer.from(chosen), true)).to.equal(shown);
      expect(await written(chosen, false)).to.equal(chosen);
    });
  }

  it("keeps tabs, line breaks and letters of every script", async () => {
    const plain = "a\tb\nÄ 漢字 שלום 🙂\n";
    expect(await written(plain, true)).to.equal(plain);
  });
});

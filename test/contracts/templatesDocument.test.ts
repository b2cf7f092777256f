import { readFileSync } from "node:fs";
import { expect } from "chai";
import { templateFields } from "#schemas/messageTemplate.ts";

const document = readFileSync(new URL("../../docs/message-templates.md", import.meta.url), "utf8");

describe("docs/message-templates.md", () => {
  it("lists every field with its messages, meaning and example, and no other", () => {
    const rows = document.split("\n").filter((line) => /^\| `[a-z]+\.[a-z]+` \|/.test(line));
    const expected = Object.entries(templateFields).map(
      ([name, { of, about, example }]) => `| \`${name}\` | ${of} | ${about} | ${example.replaceAll("\n", " ⏎ ")} |`,
    );
    expect(rows).to.deep.equal(expected);
  });
});

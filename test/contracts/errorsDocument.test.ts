import { readFileSync } from "node:fs";
import { expect } from "chai";
import { apiErrors, errorTypes } from "#schemas/errors.ts";
import { renderErrors } from "#schemas/renders/errors.ts";

const textOf = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** The cells of the rows of a text that begin with a code. */
function rowsIn(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}

describe("the documents of errors", () => {
  it("lists every error of the API with its class, status, whether to retry, and sentence, and no other", () => {
    const expected = Object.entries(apiErrors).map(([code, { type, retryable, message }]) => [
      code,
      type,
      String(errorTypes[type]),
      retryable ? "yes" : "no",
      message.replaceAll("`", ""),
    ]);
    expect(rowsIn(textOf("errors.md").split("## Replies")[1] ?? "")).to.deep.equal(expected);
  });

  it("lists every code of a failed render with its tries and sentence, and no other", () => {
    const expected = Object.entries(renderErrors).map(([code, { retryable, attempts, message }]) => [
      code,
      retryable ? "yes" : "no",
      String(attempts),
      message,
    ]);
    expect(rowsIn(textOf("failed-renders.md"))).to.deep.equal(expected);
  });
});

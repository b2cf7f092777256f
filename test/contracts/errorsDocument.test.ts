import { readFileSync } from "node:fs";
import { expect } from "chai";
import { apiErrors, errorTypes } from "#schemas/errors.ts";
import { renderErrors } from "#schemas/renders/errors.ts";

const document = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

function rowsUnder(heading: string): string[][] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}

describe("docs/errors.md", () => {
  it("lists every error of the API with its class, status, whether to retry, and sentence, and no other", () => {
    const expected = Object.entries(apiErrors).map(([code, { type, retryable, message }]) => [
      code,
      type,
      String(errorTypes[type]),
      retryable ? "yes" : "no",
      message.replaceAll("`", ""),
    ]);
    expect(rowsUnder("Replies")).to.deep.equal(expected);
  });

  it("lists every code of a failed render with its tries and sentence, and no other", () => {
    const expected = Object.entries(renderErrors).map(([code, { retryable, attempts, message }]) => [
      code,
      retryable ? "yes" : "no",
      String(attempts),
      message,
    ]);
    expect(rowsUnder("Failed renders")).to.deep.equal(expected);
  });
});

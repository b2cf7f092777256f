import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type ImageLink, signImageUrl } from "#clients/typescript/src/index.ts";

type Vectors = {
  keyId: string;
  secret: string;
  baseUrl: string;
  links: { what: string; options: ImageLink; query: string; signature: string }[];
};
const vectors: Vectors = JSON.parse(readFileSync("clients/imageLinks.json", "utf8"));

describe("signImageUrl", () => {
  const { keyId, secret, baseUrl, links } = vectors;
  for (const { what, options, query, signature } of links) {
    it(`signs as every client: ${what}`, async () => {
      const url = await signImageUrl({ baseUrl, keyId, secret }, options);
      expect(url).to.equal(`${baseUrl}/image/${keyId}/${signature}?${query}`);
    });
  }

  it("signs as the lines of the document", () => {
    const document = readFileSync("docs/signed-links.md", "utf8");
    const lines = [...document.matchAll(/```sh\n(.*?)```/gs)].at(-1)?.[1] ?? "";
    const printed = execFileSync("bash", ["-c", lines], { encoding: "utf8" });
    expect(links.map(({ signature }) => signature)).to.include(printed);
    expect(lines).to.contain(secret);
  });

  it("takes a date, leaves out what is undefined, and keeps the path of the API's address", async () => {
    const signer = { baseUrl: "https://shots.example.com/base", keyId, secret };
    const url = "https://example.com/";
    const byDate = await signImageUrl(signer, { url, expires: new Date("2030-01-01T00:00:00.900Z") });
    expect(byDate).to.equal(await signImageUrl(signer, { url, expires: 1_893_456_000 }));
    expect(byDate).to.match(/^https:\/\/shots\.example\.com\/base\/image\//);
  });
});

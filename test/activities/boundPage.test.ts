import { expect } from "chai";
import { boundPage } from "#activities/browser/capture/boundPage.ts";
import { beginningInBytes, beginningOf, cutChars } from "#activities/cut.ts";
import type { PageInfo } from "#schemas/outputs.ts";

const page: PageInfo = {
  finalUrl: "https://example.com/",
  statusCode: 200,
  title: "A page",
  contentType: "text/html",
  redirects: [{ url: "https://example.com/old", statusCode: 301 }],
};

describe("texts that a page chooses", () => {
  it("leaves usual texts as they are", () => {
    expect(boundPage(page)).to.deep.equal(page);
  });

  it("cuts a long title, address and content type", () => {
    const long = "x".repeat(3_000_000);
    const bounded = boundPage({
      ...page,
      title: long,
      finalUrl: `https://example.com/${long}`,
      contentType: `text/html; a=${long}`,
    });
    expect(bounded.title).to.equal(`${"x".repeat(999)}…`);
    expect(bounded.finalUrl)
      .to.have.length(8_192)
      .and.match(/^https:\/\/example\.com\/x+$/);
    expect(bounded.contentType).to.have.length(256);
  });

  it("lets all redirects share the characters of one address", () => {
    const url = `https://example.com/${"x".repeat(7_000)}`;
    expect(boundPage({ ...page, redirects: [{ url, statusCode: 302 }] }).redirects[0]?.url).to.equal(url);
    const { redirects } = boundPage({
      ...page,
      redirects: Array.from({ length: 20 }, () => ({ url, statusCode: 302 })),
    });
    expect(redirects).to.have.length(20);
    expect(redirects.map((hop) => hop.url.length)).to.deep.equal(Array.from({ length: 20 }, () => 409));
  });

  it("never splits a character", () => {
    const pairs = "😀".repeat(2_000);
    expect(boundPage({ ...page, title: pairs }).title).to.equal(`${"😀".repeat(499)}…`);
    expect(beginningOf(`a${pairs}`, 4).isWellFormed()).to.equal(true);
    expect(cutChars(`a${pairs}`, 6)).to.equal("a😀😀…");
    expect(beginningInBytes(`ä${pairs}`, 9)).to.equal("ä😀");
  });
});

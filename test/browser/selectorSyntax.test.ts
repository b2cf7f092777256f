import { expect } from "chai";
import { array, constantFrom, sample } from "fast-check";
import type { Browser } from "puppeteer";
import { checkSelectors } from "#api/renders/validateSelectors.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

/** Valid and invalid parts of selectors. */
const pieces = [
  [
    "a",
    "*",
    ".b",
    "#c",
    "&",
    " ",
    ">",
    "+ ",
    "~",
    ",",
    "\n",
    "/* c */",
    "/*",
    "é",
    ".😀",
    ".\\31 2",
    ".--y",
    "\\",
    "\0",
  ],
  ["[d]", "[d=e]", '[d="e f" i]', "[ d $= x s ]", "[*|d]", "*|a", "svg|a", "[a", "[a='b", "[", "]", "'", '"'],
  [
    ":hover",
    ":NOT(A)",
    ":not(.a, .b)",
    ":not(",
    ":is(",
    ":is()",
    ":is(%)",
    ":where(%%)",
    ":has(> img)",
    ":has(:is(a))",
  ],
  [":nth-child(2n+1)", ":nth-child( +3n - 2 )", ":nth-child(odd of .a)", ":nth-child(-n+3)", ":nth-last-child(2)"],
  [":lang(en)", ':lang("de", fr)', ":dir(rtl)", ":state(x)", ":host-context(p)", ":root", ":modal", ":unknown-x"],
  [
    "::before",
    "::part(x)",
    "::slotted(a)",
    "::-webkit-scrollbar",
    ":-webkit-any(a)",
    "::highlight(x)",
    "::picker(select)",
  ],
  [")", "(", "{", "}", "!", "@x", "%", "=", "url(x", ";", "<!--", "1e3", "10px", "u+0-7F"],
];

describe("refused selectors", () => {
  let browser: Browser;

  before(async () => {
    browser = await launchPlainBrowser();
  });
  after(() => browser.close());

  it("include none that Chromium accepts, and many that it rejects", async () => {
    const selectors = sample(array(constantFrom(...pieces.flat()), { minLength: 1, maxLength: 5 }), 5_000).map((some) =>
      some.join(""),
    );
    const page = await browser.newPage();
    const taken = await page.evaluate((texts) => {
      const tried = document.createDocumentFragment();
      return texts.map((text) => {
        try {
          tried.querySelector(text);
          return true;
        } catch {
          return false;
        }
      });
    }, selectors);
    const refused = selectors.map((selector) => checkSelectors({ clickSelectors: [selector] }).length > 0);
    expect(selectors.filter((_, index) => taken[index] && refused[index])).to.deep.equal([]);
    expect(taken.filter(Boolean).length).to.be.greaterThan(500);
    expect(refused.filter(Boolean).length).to.be.greaterThan(500);
  });
});

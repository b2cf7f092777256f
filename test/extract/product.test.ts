import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import { type ProductRead, productDependencies, readProduct } from "#activities/extract/page/readProduct.ts";
import { mainProduct } from "#activities/extract/product/product.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { productPages } from "./productPages.ts";

const source = [readProduct, ...productDependencies].map(String).join("\n");

async function readPage(page: Page, html: string): Promise<ProductRead> {
  await page.setContent(html);
  const read: ProductRead = JSON.parse(
    String(await page.evaluate(`(() => { ${source}\nreturn JSON.stringify(readProduct()); })()`)),
  );
  return read;
}

function valuesOf(read: ProductRead): unknown[] {
  const { price, currency, availability } = mainProduct(read);
  return [price, currency, availability].map((field) => ("value" in field ? field.value : field.reason));
}

describe("the product of a page", () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchPlainBrowser();
    page = await browser.newPage();
  });
  after(() => browser.close());

  it("is read from 60 pages without a wrong value", async () => {
    expect(productPages).to.have.length.of.at.least(60);
    const wrong: unknown[] = [];
    for (const { name, html, expected } of productPages) {
      const values = valuesOf(await readPage(page, html));
      if (JSON.stringify(values) !== JSON.stringify(expected)) wrong.push({ name, values, expected });
    }
    expect(wrong).to.deep.equal([]);
  });

  it("is not read from data that is too long, deep or wide", async () => {
    const long = `<script type="application/ld+json">{"@type":"Product","name":"${"a".repeat(300_000)}"}</script>`;
    expect(valuesOf(await readPage(page, long))[0]).to.equal("too_long");
    const nested = '<div itemscope itemtype="https://schema.org/Product" itemprop="offers">'.repeat(400);
    expect(valuesOf(await readPage(page, nested))[0]).to.equal("not_found");
    const wide = '<div itemscope itemtype="https://schema.org/Thing"></div>'.repeat(20_000);
    expect(valuesOf(await readPage(page, wide))[0]).to.equal("not_found");
  });
});

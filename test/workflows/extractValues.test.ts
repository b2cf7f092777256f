import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

const shop = `<!doctype html><html lang="de"><title>Shop</title>
<main><h1>Rocket skates</h1>
<p id="price" data-cents="129900">1.299,00 €</p><p class="stock">In stock<span hidden>since 2019</span></p>
<p class="bare">4.500</p><p class="order">2 of 14 left</p>
<ul><li>Red</li><li>Blue</li><li style="display: none">Secret</li></ul>
<p>Order number: RS-2041</p><p>Order number: RS-2042</p></main>
<script>document.querySelector("h1").textContent = "Rocket skates 3"; document.querySelectorAll = () => [];</script>`;

const productPage = (prices: string[]) => {
  const availability = "https://schema.org/InStock";
  const offers = prices.map((price) => ({ "@type": "Offer", price, priceCurrency: "EUR", availability }));
  const product = { "@context": "https://schema.org", "@type": "Product", name: "Rocket skates", offers };
  return `<title>Shop</title><script type="application/ld+json">${JSON.stringify(product)}</script><h1>Rocket skates</h1>`;
};

const pages: Readonly<Record<string, string>> = {
  "/bare": '<!doctype html><html lang="de"><title>Shop</title><p>4.500</p>',
  "/long": `<h1>${"long ".repeat(1_000)}</h1>${"<i>x</i>".repeat(500)}`,
  "/product": productPage(["1299.50"]),
  "/offers": productPage(["1299.50", "999.00"]),
  "/offers.json": '{"offers": [{"name": "Rocket  skates", "price": 1.299}, {"name": "Anvil <b>", "price": 5}]}',
};

describe("extractValues", function () {
  this.timeout(60_000);
  const site = useResource(() =>
    serveSite(({ url = "" }, response) => {
      const type = url.endsWith(".json") ? "application/json" : "text/html; charset=utf-8";
      response.writeHead(200, { "Content-Type": type });
      response.end(pages[url] ?? shop);
    }),
  );
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  after(stopAll);

  const render = async (path: string, extractValues: object[]) => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const id = await caller.submit({ url: `http://127.0.0.1:${site.port}${path}`, extractValues });
    return caller.ended(id);
  };

  it("reads values of the settled page by elements and patterns, for one credit and without a picture", async () => {
    const { result, credits, options } = await render("/", [
      { name: "title", selector: "h1" },
      { name: "cents", selector: "#price", attribute: "data-cents" },
      { name: "price", selector: "#price", as: "number" },
      { name: "bare", selector: ".bare", as: "number" },
      { name: "order", selector: ".order", as: "number" },
      { name: "stock", selector: ".stock" },
      { name: "colours", selector: "li", as: "list" },
      { name: "first", pattern: "^Order number: (\\S+)$" },
      { name: "orders", pattern: "RS-[0-9]+", as: "list" },
      { name: "sale", selector: ".sale", as: "boolean" },
      { name: "old", selector: ".old" },
      { name: "template", selector: "[style]" },
      { name: "none", pattern: "Sold out", as: "list" },
    ]);
    expect(result?.values).to.deep.equal({
      title: { value: "Rocket skates 3", text: "Rocket skates 3" },
      cents: { value: "129900", text: "129900" },
      price: { value: 1299, text: "1.299,00 €" },
      bare: { value: 4500, text: "4.500" },
      order: { value: null, text: "2 of 14 left", reason: "several_numbers" },
      stock: { value: "In stock", text: "In stock" },
      colours: { value: ["Red", "Blue"], text: "Red, Blue" },
      first: { value: "RS-2041", text: "RS-2041" },
      orders: { value: ["RS-2041", "RS-2042"], text: "RS-2041, RS-2042" },
      sale: { value: false, text: null },
      old: { value: null, text: null, reason: "not_found" },
      template: { value: null, text: null, reason: "not_found" },
      none: { value: [], text: null },
    });
    expect(result?.screenshot).to.equal(undefined);
    expect(credits.net).to.equal(1);
    expect(options.extractValues).to.have.length(13);
  });

  it("reads a number by the page's language, whatever else is read", async () => {
    const wanted = [{ name: "price", pattern: "4\\.500", as: "number" }];
    expect((await render("/bare", wanted)).result?.values?.["price"]).to.deep.equal({ value: 4500, text: "4.500" });
  });

  it("reads the product that a page declares, and gives no price if it declares two", async () => {
    const wanted = [
      { name: "price", product: "price" },
      { name: "currency", product: "currency" },
      { name: "stock", product: "availability" },
    ];
    expect((await render("/product", wanted)).result?.values).to.deep.equal({
      price: { value: 1299.5, text: "1299.50" },
      currency: { value: "EUR", text: "EUR" },
      stock: { value: "InStock", text: "https://schema.org/InStock" },
    });
    const { price, currency } = (await render("/offers", wanted)).result?.values ?? {};
    expect(price).to.deep.equal({ value: null, text: null, reason: "several_prices" });
    expect(currency?.value).to.equal("EUR");
    expect((await render("/", wanted)).result?.values?.["price"]?.reason).to.equal("not_found");
  });

  it("gives no part of a value that is too long, and a reason for a selector that the browser refuses", async () => {
    const { result } = await render("/long", [
      { name: "long", selector: "h1" },
      { name: "many", selector: "i", as: "list" },
      { name: "odd", selector: "h1:unheard-of" },
    ]);
    const values = result?.values ?? {};
    expect(values["long"]).to.deep.include({ value: null, reason: "too_long" });
    expect(values["long"]?.text).to.have.length(200);
    expect(values["many"]).to.deep.include({ value: null, reason: "too_long" });
    expect(values["odd"]).to.deep.equal({ value: null, text: null, reason: "invalid_selector" });
  });

  it("reads values of a page that is JSON by paths", async () => {
    const entries = [
      { name: "price", jsonPath: "$.offers[0].price", as: "number" },
      { name: "names", jsonPath: "$.offers[*].name", as: "list" },
      { name: "cheap", jsonPath: "$.offers[?@.price < 2].name" },
      { name: "none", jsonPath: "$.none" },
    ];
    expect((await render("/offers.json", entries)).result?.values).to.deep.equal({
      price: { value: 1.299, text: "1.299" },
      names: { value: ["Rocket  skates", "Anvil <b>"], text: "Rocket  skates, Anvil <b>" },
      cheap: { value: "Rocket  skates", text: "Rocket  skates" },
      none: { value: null, text: null, reason: "not_found" },
    });
    const wrong = (await render("/", entries)).result?.values;
    expect(Object.values(wrong ?? {}).map(({ reason }) => reason)).to.deep.equal(Array(4).fill("no_json"));
  });
});

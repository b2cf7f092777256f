/** A page with structured data, and the values that a person finds in it: price, currency, availability. */
export type ProductPage = {
  name: string;
  html: string;
  expected: [price: unknown, currency: unknown, availability: unknown];
};

const page = (body: string, lang = "de") =>
  `<!doctype html><html lang="${lang}"><head>${body}</head><body></body></html>`;
const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const product = (offers: string, more = "") =>
  script(`{"@context":"https://schema.org","@type":"Product","name":"Skates"${more},"offers":${offers}}`);
const offer = (price: string, more = "") => `{"@type":"Offer","price":${price},"priceCurrency":"EUR"${more}}`;
const inStock = `,"availability":"https://schema.org/InStock"`;
const metas = (entries: Record<string, string>) =>
  Object.entries(entries)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join("");
const micro = (inner: string) =>
  `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Skates</b><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${inner}</div></div>`;
const rdfa = (inner: string) =>
  `<div vocab="https://schema.org/" typeof="Product"><b property="name">Skates</b><div property="offers" typeof="Offer">${inner}</div></div>`;
const linked = (address: string, price: string) => `{"@type":"Product","url":"${address}","offers":${offer(price)}}`;
const canonical = `<link rel="canonical" href="https://shop.test/p/1">`;
const specification = (price: string, type: string) =>
  `{"@type":"UnitPriceSpecification","price":${price},"priceCurrency":"EUR"${type}}`;

const none = "not_found";

/** Prices as JSON-LD writes them: a number or a text, with the language of the page. */
const prices: [price: string, lang: string, value: unknown][] = [
  ["39", "de", 39],
  ["39.9", "de", 39.9],
  ['"39.90"', "de", 39.9],
  ['"39,90"', "de", 39.9],
  ['"39,90"', "en", 39.9],
  ['"1299.00"', "de", 1299],
  ['"1.299,00"', "de", 1299],
  ['"1,299.00"', "en", 1299],
  ['"1,299"', "en", 1299],
  ['"1.299"', "de", "ambiguous_number"],
  ['"1.299"', "en", "ambiguous_number"],
  ["1.299", "de", "ambiguous_number"],
  ['"1299.0000"', "en", 1299],
  ['"39.90 €"', "de", 39.9],
  ['"€ 1.299,00"', "de", 1299],
  ['"auf Anfrage"', "de", "no_number"],
  ['"10 - 20"', "de", "range"],
  ['""', "de", none],
  ["0", "de", 0],
];

/** JSON-LD of other forms. */
const forms: [name: string, html: string, expected: ProductPage["expected"]][] = [
  [
    "@graph",
    script(
      `{"@context":"https://schema.org","@graph":[{"@type":"WebSite"},{"@type":"Product","offers":${offer("39", inStock)}}]}`,
    ),
    [39, "EUR", "InStock"],
  ],
  [
    "a list of objects",
    script(`[{"@type":"BreadcrumbList"},{"@type":"Product","offers":${offer("39")}}]`),
    [39, "EUR", none],
  ],
  ["a list of one offer", product(`[${offer("39", inStock)}]`), [39, "EUR", "InStock"]],
  ["equal offers", product(`[${offer("39")},${offer('"39.00"')}]`), [39, "EUR", none]],
  [
    "different offers",
    product(`[${offer("39", inStock)},${offer("49", inStock)}]`),
    ["several_prices", "EUR", "InStock"],
  ],
  [
    "offers in stock and out of it",
    product(`[${offer("39", inStock)},${offer("39", ',"availability":"OutOfStock"')}]`),
    [39, "EUR", "several_availabilities"],
  ],
  [
    "offers in two currencies",
    product(`[${offer("39")},{"@type":"Offer","price":39,"priceCurrency":"USD"}]`),
    [39, "several_currencies", none],
  ],
  ["a comma at the end", product(`{"@type":"Offer","price":"39.90","priceCurrency":"EUR",}`), [39.9, "EUR", none]],
  ["comments", script(`/* shop */ {"@type":"Product","offers":{"price":39,"priceCurrency":"eur"}}`), [39, "EUR", none]],
  [
    "AggregateOffer",
    product(
      `{"@type":"AggregateOffer","lowPrice":"39.00","highPrice":"89.00","priceCurrency":"EUR","availability":"InStock"}`,
    ),
    [39, "EUR", "InStock"],
  ],
  [
    "AggregateOffer of offers",
    product(
      `{"@type":"AggregateOffer","lowPrice":39,"priceCurrency":"EUR","offers":[${offer("39", inStock)},${offer("89", inStock)}]}`,
    ),
    [39, "EUR", "InStock"],
  ],
  [
    "AggregateOffer without a price",
    product(`{"@type":"AggregateOffer","offers":[${offer("39")},${offer("89")}]}`),
    ["several_prices", "EUR", none],
  ],
  [
    "priceSpecification",
    product(`{"@type":"Offer","priceSpecification":${specification("39", "")}}`),
    [39, "EUR", none],
  ],
  [
    "a list price beside the price",
    product(
      `{"@type":"Offer","priceSpecification":[${specification("89", ',"priceType":"https://schema.org/ListPrice"')},${specification("39", "")}]}`,
    ),
    [39, "EUR", none],
  ],
  [
    "a price of a unit beside the price",
    product(
      `{"@type":"Offer","priceSpecification":[${specification("39", "")},${specification("390", ',"referenceQuantity":{"value":1}')}]}`,
    ),
    [39, "EUR", none],
  ],
  [
    "a price of members",
    product(
      `{"@type":"Offer","priceSpecification":[${specification("39", "")},${specification("29", ',"validForMemberTier":{"name":"Gold"}')}]}`,
    ),
    [39, "EUR", none],
  ],
  [
    "an offer by reference",
    script(
      `{"@graph":[{"@type":"Product","offers":{"@id":"#o"}},{"@id":"#o","@type":"Offer","price":39,"priceCurrency":"EUR"}]}`,
    ),
    [39, "EUR", none],
  ],
  [
    "a product as main entity",
    script(`{"@type":"ItemPage","mainEntity":{"@type":"Product","offers":${offer("39")}}}`),
    [39, "EUR", none],
  ],
  ["a type as address", script(`{"@type":"http://schema.org/Product","offers":${offer("39")}}`), [39, "EUR", none]],
  ["two types", script(`{"@type":["Product","Book"],"offers":${offer("39")}}`), [39, "EUR", none]],
  [
    "variants of one price",
    script(
      `{"@type":"ProductGroup","hasVariant":[{"@type":"Product","offers":${offer("39")}},{"@type":"Product","offers":${offer("39")}}]}`,
    ),
    [39, "EUR", none],
  ],
  [
    "variants of two prices",
    script(
      `{"@type":"ProductGroup","hasVariant":[{"@type":"Product","offers":${offer("39")}},{"@type":"Product","offers":${offer("49")}}]}`,
    ),
    ["several_prices", "EUR", none],
  ],
  [
    "related products",
    product(offer("39"), `,"isRelatedTo":{"@type":"Product","offers":${offer("49")}}`),
    [39, "EUR", none],
  ],
  ["the same product twice", product(offer("39")) + product(offer('"39.00"')), [39, "EUR", none]],
  [
    "two products",
    product(offer("39")) + product(offer("49")),
    ["several_products", "several_products", "several_products"],
  ],
  [
    "two products, one of this page",
    canonical + script(`[${linked("https://shop.test/p/1", "39")},${linked("https://shop.test/p/2", "49")}]`),
    [39, "EUR", none],
  ],
  [
    "a list of products",
    script(
      `{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product","offers":${offer("39")}}}]}`,
    ),
    [none, none, none],
  ],
  [
    "dinars with three decimals",
    product(`{"@type":"Offer","price":"1.250","priceCurrency":"KWD"}`),
    ["ambiguous_number", "KWD", none],
  ],
  ["an unknown availability", product(offer("39", ',"availability":"Lieferbar"')), [39, "EUR", "unknown_availability"]],
  [
    "an availability of another case",
    product(offer("39", ',"availability":"http://schema.org/instock"')),
    [39, "EUR", "InStock"],
  ],
  ["broken JSON", script(`{"@type":"Product","offers":{`), [none, none, none]],
  ["no data", "", [none, none, none]],
];

/** Microdata, RDFa and Open Graph. */
const notations: [name: string, html: string, expected: ProductPage["expected"]][] = [
  [
    "microdata with content",
    micro(
      `<span itemprop="price" content="39.90">39,90 €</span><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock">`,
    ),
    [39.9, "EUR", "InStock"],
  ],
  ["microdata with text", micro(`<span itemprop="price">1.299,00 €</span>`), [1299, "EUR", none]],
  [
    "microdata of two products",
    micro(`<meta itemprop="price" content="39">`) + micro(`<meta itemprop="price" content="49">`),
    ["several_products", "several_products", "several_products"],
  ],
  [
    "RDFa",
    rdfa(
      `<span property="price" content="39.90">39,90</span><span property="priceCurrency" content="EUR"></span><link property="availability" href="https://schema.org/OutOfStock">`,
    ),
    [39.9, "EUR", "OutOfStock"],
  ],
  [
    "RDFa with prefixes",
    `<div typeof="schema:Product"><div property="schema:offers" typeof="schema:Offer"><b property="schema:price">39,90</b><i property="schema:priceCurrency">EUR</i></div></div>`,
    [39.9, "EUR", none],
  ],
  [
    "Open Graph of products",
    metas({ "product:price:amount": "39.90", "product:price:currency": "EUR", "product:availability": "in stock" }),
    [39.9, "EUR", "InStock"],
  ],
  [
    "Open Graph",
    metas({ "og:price:amount": "1,299.00", "og:price:currency": "USD", "og:availability": "oos" }),
    [1299, "USD", "OutOfStock"],
  ],
  [
    "a sale in Open Graph",
    metas({ "product:price:amount": "89", "product:sale_price:amount": "39", "product:price:currency": "EUR" }),
    ["several_prices", "EUR", none],
  ],
  [
    "JSON-LD before Open Graph",
    product(offer("39")) +
      metas({ "product:price:amount": "49", "product:price:currency": "USD", "product:availability": "oos" }),
    [39, "EUR", none],
  ],
  [
    "JSON-LD that Open Graph completes",
    product(offer("39")) + metas({ "product:price:amount": "39.00", "product:availability": "oos" }),
    [39, "EUR", "OutOfStock"],
  ],
];

/** Pages with structured data, with the values that a person finds in them. */
export const productPages: ProductPage[] = [
  ...prices.map(([price, lang, value]): ProductPage => ({
    name: `the price ${price} in ${lang}`,
    html: page(product(offer(price)), lang),
    expected: [value, "EUR", none],
  })),
  ...[...forms, ...notations].map(([name, html, expected]): ProductPage => ({ name, html: page(html), expected })),
];

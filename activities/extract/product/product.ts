import { isJsonObject, type JsonObject, objectsIn, parseJsonLd, typesOf } from "../metadata/jsonLd.ts";
import type { ProductRead } from "../page/readProduct.ts";
import { objectsAt, type OfferContext, type Product, productOf } from "./offers.ts";

/** Types of schema.org that pages sell. */
const productType =
  /(?:^|[/#:])(?:(?:Individual|Some)?Products?|ProductGroup|ProductModel|Vehicle|Car|Motorcycle|Book|SoftwareApplication|MobileApplication|WebApplication|VideoGame)$/u;

/** A product of the page, as one of its notations states it. */
type Candidate = { product: Product; addresses: string[] };

/**
 * The offer of the page's main product. JSON-LD comes first, then microdata, RDFa and Open Graph: the first of them with a
 * price decides. Of several products with different offers, the main one has the address of the page. Without one,
 * each field has the reason `several_products`.
 */
export function mainProduct(read: ProductRead): Product {
  const jsonLd = parseJsonLd(read.jsonLd);
  const language = read.lang ?? undefined;
  const sources = [jsonLd.items, read.microdata, read.rdfa].map((items) => choose(candidatesIn(items, language), read));
  const products = [...sources, openGraphProduct(read.metas, language)].filter((product) => product !== null);
  // Half of a list of offers may hide a different price.
  if (jsonLd.cut || read.cut) return nothing("too_long");
  const main =
    products.find(({ price }) => isStated(price)) ??
    products.find(({ availability, currency }) => isStated(availability) || isStated(currency));
  if (main === undefined) return nothing("not_found");
  // A further notation completes a product only if it states the same price.
  const same = products.filter(
    ({ price }) => "value" in price && "value" in main.price && price.value === main.price.value,
  );
  const completed = <Key extends keyof Product>(key: Key): Product[Key] =>
    isStated(main[key]) ? main[key] : (same.map((product) => product[key]).find(isStated) ?? main[key]);
  return { price: main.price, currency: completed("currency"), availability: completed("availability") };
}

/** Whether a notation says something about a field, even if that cannot be read. */
function isStated(field: Product[keyof Product]): boolean {
  return "value" in field || field.reason !== "not_found";
}

function nothing(reason: string): Product {
  return { price: { reason }, currency: { reason }, availability: { reason } };
}

/** The products that are entries of the page itself, not of a list or of another product. */
function candidatesIn(items: readonly JsonObject[], language: string | undefined): Candidate[] {
  const objectsById = new Map<string, JsonObject>();
  for (const object of items.flatMap(objectsIn)) {
    const id = object["@id"];
    if (typeof id === "string" && Object.keys(object).length > 1 && !objectsById.has(id)) objectsById.set(id, object);
  }
  const context: OfferContext = { language, objectsById };
  const entries = items.flatMap((item) => [item, ...objectsAt(item, "mainEntity", context)]);
  return [...new Set(entries)]
    .filter((item) => typesOf(item).some((type) => productType.test(type)))
    .map((item) => ({ product: productOf(item, context), addresses: addressesOf(item, context) }));
}

/** The addresses that a product states for itself. */
function addressesOf(item: JsonObject, context: OfferContext): string[] {
  return [item, ...objectsAt(item, "offers", context)]
    .flatMap((object) => [object["url"], object["@id"], object["mainEntityOfPage"]])
    .map((address) => (isJsonObject(address) ? address["@id"] : address))
    .filter((address) => typeof address === "string");
}

/** The main product of several; null if there is none. */
function choose(candidates: readonly Candidate[], read: ProductRead): Product | null {
  const [first] = candidates;
  if (first === undefined) return null;
  if (new Set(candidates.map(({ product }) => JSON.stringify(valuesOf(product)))).size === 1) return first.product;
  const own = new Set([read.address, read.canonical ?? read.address].map((address) => pageOf(address, read.address)));
  const main = candidates.filter(({ addresses }) =>
    addresses.some((address) => own.has(pageOf(address, read.address))),
  );
  const [chosen] = main;
  return chosen !== undefined && main.length === 1 ? chosen.product : nothing("several_products");
}

function valuesOf({ price, currency, availability }: Product): unknown[] {
  return [price, currency, availability].map((field) => ("value" in field ? field.value : field));
}

/** An address without its fragment. */
function pageOf(address: string, base: string): string {
  const url = URL.parse(address, base);
  if (url === null) return "";
  url.hash = "";
  return url.href;
}

/** The product of Open Graph; null without a price and an availability. */
function openGraphProduct(metas: ProductRead["metas"], language: string | undefined): Product | null {
  const texts = (...names: string[]) => metas.flatMap(([name, content]) => (names.includes(name) ? [content] : []));
  const currencies = texts("product:price:currency", "og:price:currency");
  // A sale may be over. Its price counts only if the usual price is the same.
  const prices = texts("product:price:amount", "og:price:amount", "product:sale_price:amount");
  const availability = texts("product:availability", "og:availability");
  if (prices.length === 0 && availability.length === 0) return null;
  const offers = [
    ...prices.map((price) => ({ "@type": "Offer", price })),
    ...currencies.map((priceCurrency) => ({ "@type": "Offer", priceCurrency })),
    ...availability.map((each) => ({ "@type": "Offer", availability: each })),
  ];
  return productOf({ "@type": "Product", offers }, { language, objectsById: new Map() });
}

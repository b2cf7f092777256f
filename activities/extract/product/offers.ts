import { readNumber } from "#rules/values/readNumber.ts";
import type { Json } from "#schemas/common.ts";
import { isJsonObject, type JsonObject, typesOf } from "../metadata/jsonLd.ts";

/** A field of a product: its value and the words of the page, or the reason why there is no value. */
type Field<Value> = { value: Value; text: string } | { reason: string };

/** The offer of a product. */
export type Product = { price: Field<number>; currency: Field<string>; availability: Field<string> };

/** Facts beside an offer: the page's language, and its objects by `@id`. */
export type OfferContext = { language: string | undefined; objectsById: ReadonlyMap<string, JsonObject> };

/** Availabilities of schema.org, by their names in lower case without blanks. Open Graph has further names. */
const availabilities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "BackOrder Discontinued InStock InStoreOnly LimitedAvailability MadeToOrder OnlineOnly OutOfStock PreOrder PreSale Reserved SoldOut"
      .split(" ")
      .map((name) => [name.toLowerCase(), name]),
  ),
  oos: "OutOfStock",
  availablefororder: "BackOrder",
};

/** Prices beside the one that a visitor pays. */
const otherPrice = /(?:ListPrice|StrikethroughPrice|SRP|MSRP|MinimumAdvertisedPrice|RegularPrice|InvoicePrice)$/u;

/** An offer as it is written. */
type OfferTexts = { price: string | null; currency: string | null; availability: string | null; isLowest: boolean };

/** Price, currency and availability of a product. A field that its offers state differently has none. */
export function productOf(item: JsonObject, context: OfferContext): Product {
  const offers = offersOf(item, context);
  const aggregates = offers.filter(({ isLowest }) => isLowest);
  const chosenOffers = aggregates.length > 0 ? aggregates : offers;
  const texts = chosenOffers.flatMap((offer) => offer.currency ?? []);
  const currency = sameField(
    chosenOffers.map((offer) => offer.currency),
    currencyField,
    "several_currencies",
  );
  const code = "value" in currency ? currency.value : undefined;
  const price = sameField(
    chosenOffers.map((offer) => offer.price),
    (text) => priceField(text, code, context.language),
    "several_prices",
  );
  return {
    price,
    currency: texts.length > 0 || !("value" in price) ? currency : currencyField(price.text),
    availability: sameField(
      offers.map((offer) => offer.availability),
      availabilityField,
      "several_availabilities",
    ),
  };
}

/** The only value of several texts. */
function sameField<Value>(
  texts: readonly (string | null)[],
  read: (text: string) => Field<Value>,
  severalReason: string,
): Field<Value> {
  const fields = texts.flatMap((text) => (text === null || text === "" ? [] : [read(text)]));
  const [first] = fields;
  if (first === undefined) return { reason: "not_found" };
  const firstValue = "value" in first ? first.value : first.reason;
  const differs = fields.some((field) => ("value" in field ? field.value : field.reason) !== firstValue);
  return differs ? { reason: severalReason } : first;
}

/** A price. schema.org demands a point before decimals, but many pages write prices as people read them. */
function priceField(text: string, currency: string | undefined, language: string | undefined): Field<number> {
  if (/^[0-9]{1,15}(?:\.[0-9]{1,2}|\.[0-9]{4,})?$/u.test(text)) return { value: Number(text), text };
  const reading = readNumber(text, { language, currency });
  const byStandard = readNumber(text, { language: "en", currency });
  // A price that the page's language and the standard read differently is unsure.
  if ("value" in reading && "value" in byStandard && reading.value !== byStandard.value)
    return { reason: "ambiguous_number" };
  const isPointOfThree = /^[^.]*[0-9]\.[0-9]{3}(?![0-9.,])/u.test(text);
  if (isPointOfThree && "value" in reading && !("value" in byStandard)) return { reason: "ambiguous_number" };
  return "value" in reading ? { value: reading.value, text } : reading;
}

/** A currency by its code, or by a sign that only one currency has. */
function currencyField(text: string): Field<string> {
  const code = text.trim();
  if (/^[A-Za-z]{3}$/u.test(code)) return { value: code.toUpperCase(), text };
  const signs = Object.entries({
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "₫": "VND",
    "₺": "TRY",
    "₽": "RUB",
    "₴": "UAH",
    "฿": "THB",
  });
  const [match, second] = signs.filter(([sign]) => text.includes(sign));
  // The pound is also the currency of Egypt and others, which write it with letters.
  return match === undefined || second !== undefined || /\p{L}£/u.test(text)
    ? { reason: "not_found" }
    : { value: match[1], text };
}

/** An availability by its name in schema.org or Open Graph. */
function availabilityField(text: string): Field<string> {
  const name = text
    .trim()
    .replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/iu, "")
    .replaceAll(/[\s_-]/gu, "")
    .toLowerCase();
  const value = Object.hasOwn(availabilities, name) ? availabilities[name] : undefined;
  return value === undefined ? { reason: "unknown_availability" } : { value, text };
}

/** The offers of a product, else those of its variants. */
function offersOf(item: JsonObject, context: OfferContext): OfferTexts[] {
  const own = objectsAt(item, "offers", context).flatMap((offer) => offerTexts(offer, context));
  if (own.length > 0) return own;
  return objectsAt(item, "hasVariant", context).flatMap((variant) =>
    objectsAt(variant, "offers", context).flatMap((offer) => offerTexts(offer, context)),
  );
}

/** The texts of an offer, or of the offers inside an `AggregateOffer` without a price. */
function offerTexts(offer: JsonObject, context: OfferContext): OfferTexts[] {
  const text = (key: string) => textOf(offer[key]);
  const availability = text("availability");
  if (typesOf(offer).some((type) => type.endsWith("AggregateOffer"))) {
    const inner = objectsAt(offer, "offers", context).flatMap((each) => offerTexts(each, context));
    const price = text("lowPrice") ?? text("price");
    if (price === null) return inner;
    return [{ price, currency: text("priceCurrency"), availability, isLowest: true }, ...inner];
  }
  const specifications = objectsAt(offer, "priceSpecification", context).filter(isPaid);
  const own = { price: text("price"), currency: text("priceCurrency"), availability, isLowest: false };
  if (own.price !== null || specifications.length === 0) return [own];
  return specifications.map((each) => ({
    ...own,
    price: textOf(each["price"]),
    currency: textOf(each["priceCurrency"]) ?? own.currency,
  }));
}

/** Whether a visitor pays this price: no list price, no price of a unit, no price of members. */
function isPaid(specification: JsonObject): boolean {
  const type = textOf(specification["priceType"]) ?? "";
  return (
    !otherPrice.test(type) &&
    specification["referenceQuantity"] === undefined &&
    specification["validForMemberTier"] === undefined
  );
}

/** The objects under a key. A reference by `@id` stands for its object. */
export function objectsAt(item: JsonObject, key: string, { objectsById }: OfferContext): JsonObject[] {
  return [item[key] ?? []]
    .flat()
    .filter(isJsonObject)
    .map((object) => {
      const id = object["@id"];
      const isReference = typeof id === "string" && Object.keys(object).length === 1;
      return isReference ? (objectsById.get(id) ?? object) : object;
    });
}

/** A number or text as text; the first of a list. Null for an empty text or an object. */
function textOf(value: Json | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === "number") return String(first);
  if (isJsonObject(first)) return textOf(first["@value"] ?? first["@id"]);
  return typeof first === "string" && first.trim() !== "" ? first.trim() : null;
}

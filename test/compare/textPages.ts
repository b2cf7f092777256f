import { parseHTML } from "linkedom";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";

/** A page of the generator: its main text, and the parts that differ in each capture. */
export type GeneratedPage = { title: string; paragraphs: string[]; rows: [name: string, price: string][] };

/** A generator of numbers below `max`, the same for the same seed. */
export function randomOf(seed: number): (max: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

const words =
  "the lamp harbour order return price stock delivery term service month notice customer office paper wooden garden light contract plan change payment account before after every within without small large north window table report season member travel ticket winter summer quality material".split(
    " ",
  );

/** A page with 3 to 8 paragraphs and 2 to 9 rows of a table of prices. */
export function generatePage(seed: number): GeneratedPage {
  const random = randomOf(seed);
  const sentence = () => {
    const chosen = Array.from({ length: 6 + random(14) }, () => words[random(words.length)] ?? "");
    const [first = "", ...rest] = chosen;
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(" ")}.`;
  };
  return {
    title: `Offer ${seed} of the ${words[random(words.length)]}`,
    paragraphs: Array.from({ length: 3 + random(6) }, () => Array.from({ length: 1 + random(5) }, sentence).join(" ")),
    rows: Array.from({ length: 2 + random(8) }, (_, index) => [
      `Article ${index + 1} ${words[random(words.length)]}`,
      `€${10 + random(900)}.${10 + random(90)}`,
    ]),
  };
}

/** A part that differs in each capture of a page, made from a number. */
function noiseOf(visit: number) {
  const random = randomOf(visit + 1);
  const number = (max: number) => String(random(max));
  const clock = `${10 + random(14)}:${10 + random(50)}`;
  const ads = ["Buy shoes", "Drink tea", "Fly to Rome", "Sell a car"].map((ad) => `${ad} ${number(999)}`);
  return {
    date: `2026-${10 + random(3)}-${10 + random(19)} ${clock}`,
    views: `${number(9)},${100 + random(900)}`,
    online: number(500),
    ads: ads.toSorted((one, other) => one.charCodeAt(random(3)) - other.charCodeAt(0)).slice(random(2)),
    session: number(1_000_000),
    gap: " ".repeat(1 + random(4)),
    isBold: random(2) === 1,
    isWrapped: random(2) === 1,
  };
}

/** The page as the server sends it at a visit: with a date, counters, advertisements, session ids and other layout. */
function htmlOf({ title, paragraphs, rows }: GeneratedPage, visit: number): string {
  const { date, views, online, ads, session, gap, isBold, isWrapped } = noiseOf(visit);
  const boxes = ads.map((ad) => `<div class="ad"><a href="/out?s=${session}">${ad}</a></div>`);
  const strong = (text: string) => (isBold ? `<strong>${text}</strong>` : text);
  const texts = paragraphs.map((text, index) => {
    const [first = "", ...rest] = text.split(" ");
    const written = `${strong(first)}${gap}${rest.join(" ")}`;
    return `<p>${isWrapped ? written.replaceAll(". ", ".\n   ") : written}</p>${boxes[index] ?? ""}`;
  });
  const cells = rows.map(([name, price]) => {
    const link = `<a href="/p?id=${name.length}&session=${session}">${name}</a>`;
    return `<tr><td>${link}</td><td>${isBold ? `<b>${price}</b>` : price}</td></tr>`;
  });
  return `<html><head><title>(${online}) ${title}</title></head><body><header><nav><a href="/">Home</a> <a href="/a">Shop</a></nav></header>
<main><h1>${title}</h1><p>Updated ${date}, seen ${views} times</p>${texts.join("\n")}
<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody>${cells.join("")}</tbody></table>
<p class="online">${online} visitors online</p></main>
<footer>Copyright, ${online} members</footer></body></html>`;
}

/** The parts that a monitor of generated pages leaves out. */
export const ignored = {
  text: ["Updated \\d{4}-\\d\\d-\\d\\d \\d+:\\d+", "seen [\\d,]+ times"],
  selectors: [".ad", ".online"],
};

/** The text that a monitor keeps of a page at a visit. Ignored elements are removed first, as in the browser. */
export function textOf(page: GeneratedPage, visit: number): string {
  const { document } = parseHTML(htmlOf(page, visit));
  for (const selector of ignored.selectors) {
    for (const element of document.querySelectorAll(selector)) element.remove();
  }
  const html = document.documentElement.outerHTML;
  return convertPage({ html, title: page.title, heading: page.title, declared: false, withoutAddresses: true });
}

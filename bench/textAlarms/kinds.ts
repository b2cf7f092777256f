import type { Random, Visit } from "./visits.ts";

/** Words of a page by their place. */
export type Content = Readonly<Record<string, string>>;

/** A kind of page: its words, how a server sends them, and the words that change. */
export type PageKind = {
  name: string;
  content(random: Random): Content;
  html(content: Content, visit: Visit): string;
  /** Changes of the content, each of which a reader would call a change of the page. */
  changes: readonly ((content: Content) => Content)[];
};

const vocabulary =
  "the lamp harbour order return price stock delivery term service month notice customer office paper wooden garden light contract plan change payment account before after every within without small large north window report season member travel ticket winter summer quality material".split(
    " ",
  );

/** A sentence of 7 to 18 words. */
export function sentence(random: Random): string {
  const words = Array.from({ length: 7 + random(12) }, () => vocabulary[random(vocabulary.length)] ?? "");
  const text = words.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Two or more sentences. */
export function paragraph(random: Random): string {
  return Array.from({ length: 2 + random(4) }, () => sentence(random)).join(" ");
}

/** One of the words. */
export function word(random: Random): string {
  return vocabulary[random(vocabulary.length)] ?? "";
}

/** A content with numbered entries: `p0`, `p1` and so on. */
export function numbered(name: string, count: number, make: (index: number) => string): Content {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, make(index)]));
}

/** The numbered entries of a content, in order. */
export function entriesOf(content: Content, name: string): string[] {
  const found: string[] = [];
  for (let value = content[`${name}0`]; value !== undefined; value = content[`${name}${found.length}`]) {
    found.push(value);
  }
  return found;
}

/** A change that puts another text into a place. */
export const set =
  (name: string, next: string | ((old: string) => string)) =>
  (content: Content): Content => {
    const old = content[name];
    if (old === undefined) throw new Error(`The page has no ${name}.`);
    return { ...content, [name]: typeof next === "string" ? next : next(old) };
  };

/** A change that puts a new entry behind the last one. */
export const append =
  (name: string, value: string) =>
  (content: Content): Content => ({ ...content, [`${name}${entriesOf(content, name).length}`]: value });

/** A change of the last digit of a number. */
export const otherDigit = (text: string): string =>
  text.replace(/\d(?=\D*$)/u, (digit) => String((Number(digit) + 3) % 10));

/** The head, the navigation and the foot of a site, around a body. */
export function siteAround(body: string, { title, visit }: { title: string; visit: Visit }): string {
  const menu = ["Home", "Shop", "News", "Help", "Contact"].map(
    (name) => `<li><a href="${visit.link(name.toLowerCase())}">${name}</a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 sans-serif;margin:0 auto;max-width:900px} .cards{display:flex;flex-wrap:wrap;gap:12px} .card{width:180px;border:1px solid #ccc;padding:8px}</style></head>
<body class="${visit.hashed}"><header><a href="/">Quay &amp; Sons</a><nav><ul>${menu.join("")}</ul></nav><span>${visit.online}</span></header>
${body}
<footer><p>© Quay &amp; Sons. All rights reserved. ${visit.online}.</p><a href="${visit.link("terms")}">Terms</a> <a href="${visit.link("privacy")}">Privacy</a></footer></body></html>`;
}

/** A generator of numbers below `max`, the same for the same seed. */
export type Random = (max: number) => number;

/** Creates a generator of numbers. */
export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

/** The parts of a page that differ in each visit although its content is the same. */
export type Visit = {
  /** Date and time of day. */
  now: string;
  /** A line with a number of readers. */
  counter: string;
  /** An advertisement, or nothing: there are none to four on a page, each elsewhere. */
  ad(): string;
  /** Links to other pages, in another order at each visit. */
  related: string;
  /** The address of a link, with the number of the session. */
  link(path: string): string;
  /** Text with other white space, and bold or not. */
  text(words: string): string;
  /** A number of visitors that stands outside the content, so that no pattern needs to leave it out. */
  online: string;
  /** A class name as a build tool makes it. */
  hashed: string;
};

/** The settings by which a monitor leaves these parts out. */
export const ignoredParts = {
  text: ["(?i)updated:? \\w+ \\d+, \\d{4} at \\d+:\\d+", "[\\d,]+ (readers|people|views)[a-z ]*"],
  selectors: [".ad", ".related"],
};

const months = ["January", "March", "May", "October", "December"];
const adTexts = [
  "Fly to Rome from 49 euros, book today and save on luggage",
  "New shoes in every size",
  "Drink more tea. Our shop has forty kinds of it, and the first box costs nothing",
  "Sell your car within a week",
];
const otherPages = [
  "Storm closes the pass until Sunday",
  "Ten walks along the river",
  "Who may vote in the new districts",
  "The bakery that opens at four",
  "A harbour without boats",
];

/** The noise of one visit. */
export function visitOf(seed: number): Visit {
  const random = randomOf(seed);
  const pick = <Value>(values: readonly Value[], fallback: Value): Value => values[random(values.length)] ?? fallback;
  const session = random(1_000_000);
  const time = `${10 + random(14)}:${10 + random(50)}`;
  const isBold = random(2) === 1;
  const gap = pick([" ", "\n  ", "  "], " ");
  const link = (path: string) => `/${path}?session=${session}`;
  const others = otherPages.toSorted(() => random(3) - 1).slice(0, 2 + random(4));
  return {
    now: `Updated: ${pick(months, "May")} ${1 + random(28)}, ${2020 + random(7)} at ${time}`,
    counter: `${1 + random(9)},${100 + random(900)} ${pick(["readers", "people looked at this", "views"], "views")}`,
    ad: () =>
      random(3) === 0 ? "" : `<div class="ad"><a href="${link("out")}">${pick(adTexts, "")} ${random(99)}</a></div>`,
    related: `<aside class="related"><h3>Read more</h3><ul>${others
      .map((title) => `<li><a href="${link("more")}">${title}</a></li>`)
      .join("")}</ul></aside>`,
    link,
    text: (words) => {
      const [first = "", ...rest] = words.split(" ");
      return [isBold ? `<b>${first}</b>` : first, ...rest].join(gap);
    },
    online: `${1 + random(999)} visitors online`,
    hashed: `css-${random(1_000_000).toString(36)}`,
  };
}

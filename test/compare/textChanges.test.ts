import { expect } from "chai";
import { compareTexts, type TextDifference } from "#activities/compare/text/compareTexts.ts";
import { compareTextsApart } from "#activities/compare/text/textComparer.ts";
import { textChangeLimits } from "#schemas/monitor/text.ts";
import { type GeneratedPage, generatePage, ignored, randomOf, textOf } from "./textPages.ts";

const compare = (before: string, after: string, ignore: string[] = []): TextDifference =>
  compareTexts({ before, after, ignore });

/** A change of a page's text, with the words that it adds and removes. */
type Change = { page: GeneratedPage; added: string; removed: string };

/** One of six small changes of a page. */
function changed(page: GeneratedPage, seed: number): Change {
  const random = randomOf(seed);
  const at = random(page.paragraphs.length);
  const text = page.paragraphs[at] ?? "";
  const texts = text.split(" ");
  const inText = (next: string) => ({ ...page, paragraphs: page.paragraphs.with(at, next) });
  const row = random(page.rows.length);
  const [name = "", price = ""] = page.rows[row] ?? [];
  const priced = (next: string): Change => ({
    page: { ...page, rows: page.rows.with(row, [name, next]) },
    removed: price,
    added: next,
  });
  const word = random(texts.length - 2) + 1;
  const kinds: Change[] = [
    { page: inText(texts.with(word, "zebra").join(" ")), added: "zebra", removed: texts[word] ?? "" },
    { page: inText(`${text} It is sold out.`), added: "It is sold out.", removed: "" },
    { page: inText(texts.toSpliced(word, 1).join(" ")), added: "", removed: texts[word] ?? "" },
    priced(price.slice(0, -1) + ((Number(price.at(-1)) + 1) % 10)),
    priced(`-${price}`),
    {
      page: { ...page, title: `${page.title}!` },
      added: `${page.title.split(" ").at(-1)}!`,
      removed: page.title.split(" ").at(-1) ?? "",
    },
  ];
  const chosen = kinds[seed % kinds.length];
  if (chosen === undefined) throw new Error("There are six kinds.");
  return chosen;
}

describe("the comparison of texts: pages", function () {
  this.timeout(300_000);

  it("finds each of 100 known changes, and names its words", async () => {
    const wordsIn = (text: string) => text.split(" ").filter((word) => word !== "").length;
    for (let seed = 0; seed < 100; seed += 1) {
      const page = generatePage(seed);
      const change = changed(page, seed);
      const texts = { before: textOf(page, seed * 2), after: textOf(change.page, seed * 2 + 1) };
      const { addedWords, removedWords, diff } = await compareTextsApart(
        { ...texts, ignore: ignored.text },
        { owner: "test" },
      );
      expect({ seed, addedWords, removedWords }).to.deep.equal({
        seed,
        addedWords: wordsIn(change.added),
        removedWords: wordsIn(change.removed),
      });
      const marked = (sign: string) =>
        diff
          .split("\n")
          .filter((line) => line.startsWith(sign))
          .join(" ");
      expect(marked("+"), String(seed)).to.include(change.added);
      expect(marked("-"), String(seed)).to.include(change.removed);
    }
  });

  it("finds nothing in 1,000 captures with other dates, counters, advertisements, addresses and layout", async () => {
    for (let number = 0; number < 50; number += 1) {
      const page = generatePage(number);
      const before = textOf(page, number);
      expect(before).to.include("Article 1");
      for (let visit = 1; visit <= 20; visit += 1) {
        const after = textOf(page, number * 100 + visit);
        const found = await compareTextsApart({ before, after, ignore: ignored.text }, { owner: "test" });
        expect(found, `page ${number}, visit ${visit}: ${found.diff}`).to.deep.equal(nothing);
      }
    }
  });

  it("finds the noise without the patterns, so they are what hides it", () => {
    const page = generatePage(1);
    expect(compare(textOf(page, 1), textOf(page, 2)).changed).to.equal(true);
  });
});

const nothing: TextDifference = { changed: false, addedWords: 0, removedWords: 0, changes: [], diff: "" };

describe("the comparison of texts", () => {
  const same: [what: string, before: string, after: string][] = [
    ["space and empty lines", "a  b\n\n\nc\n", "a b\nc"],
    ["line breaks", "one two\nthree\n", "one\ntwo three\n"],
    ["marks of bold, emphasis, struck and code text", "a b c d\n", "**a** *b* ~~c~~ `d`\n"],
    ["headings, quotes and items", "a\n\nb\n\nc\n", "## a\n\n> b\n\n- c\n"],
    ["numbers of items", "1. a\n2. b\n", "- a\n- b\n"],
    ["tables", "| a | b |\n| --- | :-: |\n| c | d |\n", "a b\n\nc d\n"],
    ["escapes", "5 \\* 3\n", "5 &#x20;\\* 3\n"],
    ["rules and fences", "a\n\n---\n\n```js\nb\n```\n", "a\n\nb\n"],
    ["two empty texts", "", "\n"],
  ];
  for (const [what, before, after] of same) {
    it(`does not count ${what}`, () => expect(compare(before, after)).to.deep.equal(nothing));
  }

  const different: [what: string, before: string, after: string, counts: [added: number, removed: number]][] = [
    ["a digit", "It costs 39.50 now", "It costs 39.60 now", [1, 1]],
    ["a sign", "up -5%", "up +5%", [1, 1]],
    ["a currency", "€5", "$5", [1, 1]],
    ["case", "no", "No", [1, 1]],
    ["punctuation", "Sold out.", "Sold out!", [1, 1]],
    ["a ticked task", "- [ ] pay", "- [x] pay", [1, 2]],
    ["a text that appears", "", "a b c", [3, 0]],
    ["a text that goes", "a b c", "", [0, 3]],
    ["words in another order", "a b c", "c a b", [1, 1]],
    ["words of another script", "価格は五円です 安い", "価格は三円です 安い", [1, 1]],
  ];
  for (const [what, before, after, [addedWords, removedWords]] of different) {
    it(`counts ${what}`, () => {
      expect(compare(before, after)).to.include({ changed: true, addedWords, removedWords });
    });
  }

  it("applies patterns to lines, in order, and by their own flags", () => {
    const before = "# Lamp\n\nUpdated at 10:00\n\nPRICE 5\n\n3 views\n";
    const after = "# Lamp\n\nUpdated at 11:00\n\nPRICE 6\n\n14 views\n";
    expect(compare(before, after, ["^Updated.*$", "(?i)price \\d", "\\b\\d+ views$"])).to.deep.equal(nothing);
    expect(compare(before, after, ["^at.*$", "price \\d", "^Lamp"])).to.include({ addedWords: 3, removedWords: 3 });
  });

  it("lists the first 20 passages, cut at 200 characters, with a few words around each", () => {
    const line = (word: string) => (_: unknown, index: number) =>
      `row ${index} has ${word}${index} in it for all to see`;
    const [before, after] = ["x", "y"].map((word) => Array.from({ length: 30 }, line(word)).join("\nsame\n"));
    const { changes, addedWords } = compare(before ?? "", after ?? "");
    expect([changes.length, addedWords]).to.deep.equal([textChangeLimits.entries, 30]);
    expect(changes.slice(0, 3)).to.deep.equal([
      { change: "removed", words: "row 0 has x0 in it for all" },
      { change: "added", words: "row 0 has y0 in it for all" },
      { change: "removed", words: "row 1 has x1 in it for all" },
    ]);
    const [long] = compare("", "word ".repeat(100)).changes;
    expect(long?.words).to.have.length(textChangeLimits.chars);
    expect(long?.words.endsWith("…")).to.equal(true);
  });

  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `- Post ${from + index}: a watchmaker for Town${from + index}`);
  const listed = (before: readonly string[], after: readonly string[]) =>
    compare(before.join("\n"), after.join("\n")).changes.map(({ change, words }) => `${change} ${words}`);

  it("lists each new or removed row by itself, up to 20, and nothing empty", () => {
    const told = (change: string, count: number) => rows(3, 3 + count).map((row) => `${change} ${row.slice(2)}`);
    expect(listed(rows(0, 3), rows(0, 15))).to.deep.equal(told("added", 12));
    expect(listed(rows(0, 15), rows(0, 3))).to.deep.equal(told("removed", 12));
    // More words than are aligned.
    expect(listed(rows(0, 3), rows(0, 143))).to.deep.equal(told("added", 20));
    expect(listed(["| a | b |", "| c | d |"], ["| a | b |", "| e | f |", "| g | h |", "| c | d |"])).to.deep.equal([
      "added e f",
      "added g h",
    ]);
  });

  it("cuts around a change, never before it", () => {
    const long = "x".repeat(300);
    const filler = "本日は晴天なり、店は朝九時から開いています。".repeat(20);
    const pairs = [
      ["5000", "8000", (word: string) => `${long} ${long} costs ${word} today`],
      ["5000", "8000", (word: string) => `See https://a.example/${long}/${word}/${long}`],
      ["5000", "8000", (word: string) => `${filler}価格は${word}円です。${filler}`],
      ["5000", "8000", (word: string) => `${word}${long}`],
    ] as const;
    for (const [old, now, text] of pairs) {
      const { changes } = compare(text(old), text(now));
      const shown = changes.map(({ change, words }) => [change, words.includes(change === "added" ? now : old)]);
      expect(shown).to.deep.equal([
        ["removed", true],
        ["added", true],
      ]);
      for (const { words } of changes) expect(words.length).to.be.at.most(textChangeLimits.chars);
    }
  });

  it("takes texts of 1 MB that share no line, in bounded time, and gives the same result again", async () => {
    const text = (word: string) =>
      Array.from({ length: 40_000 }, (_, index) => `${word} ${index} of a long list`).join("\n");
    const task = { before: text("old"), after: text("new"), ignore: ["zzz", "(a|b)*c\\d{1,3}"] };
    const begun = performance.now();
    const first = await compareTextsApart(task, { owner: "test" });
    expect(performance.now() - begun).to.be.below(20_000);
    expect(first.changed).to.equal(true);
    expect(await compareTextsApart(task, { owner: "test" })).to.deep.equal(first);
  }).timeout(60_000);

  it("is not slowed down by a pattern that backtracks elsewhere", async () => {
    const begun = performance.now();
    const hostile = {
      before: `${"a".repeat(100_000)}!`,
      after: `${"a".repeat(100_000)}?`,
      ignore: ["(a+)+$", "(a|a)*b"],
    };
    expect((await compareTextsApart(hostile, { owner: "test" })).changed).to.equal(true);
    expect(performance.now() - begun).to.be.below(10_000);
  }).timeout(30_000);
});

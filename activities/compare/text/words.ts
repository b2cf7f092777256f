/** Marks a word that follows the word before it without a space. Chinese, Japanese and Thai have none between words. */
const joiner = "\u2060";
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** The words of a line. Signs belong to their word, so `-5` differs from `+5`. Scripts without spaces are segmented. */
export function wordsOf(line: string): string[] {
  return line.split(" ").flatMap((word) => (unspaced.test(word) ? segmentsOf(word) : [word]));
}

function segmentsOf(word: string): string[] {
  return [...segmenter.segment(word)].map(({ segment }, index) => (index === 0 ? segment : joiner + segment));
}

/** Joins words of a line as they were. */
export function joinWords(words: readonly string[]): string {
  return words.join(" ").replaceAll(` ${joiner}`, "").replaceAll(joiner, "");
}

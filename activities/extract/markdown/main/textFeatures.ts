import type { Block } from "./blocks.ts";
import { vocabularyFeatures } from "./vocabulary.ts";

/** Features of a block's own text and tag. */
export function textFeatures({ text, linkedChars, part }: Block): Record<string, number> {
  const is = (pattern: RegExp, limit = Infinity) => (text.length < limit && pattern.test(text) ? 1 : 0);
  const tag = part.element.localName;
  const tagged = (name: string) => (tag === name ? 1 : 0);
  return {
    ...vocabularyFeatures(text),
    length: Math.log(1 + text.length),
    isLong: text.length > 250 ? 1 : 0,
    linked: linkedChars / text.length,
    endsSentence: is(/[.!?。！？؟।…:;”"')\]]$/u),
    digits: (text.match(/\d/gu)?.length ?? 0) / text.length,
    isP: tagged("p"),
    isLi: tagged("li"),
    isDiv: tagged("div"),
    isH2: tagged("h2"),
    isCaption: tagged("figcaption"),
    isPre: tagged("pre"),
    headingLevel: Number(/^h(?<level>[1-6])$/u.exec(tag)?.groups?.["level"] ?? 0),
    words: Math.log(1 + (text.match(/\s+/gu)?.length ?? 0)),
    capitals: (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) / (1 + (text.match(/\s+/gu)?.length ?? 0)),
    punctuation: (text.match(/[,;:.!?、，。！？؟،।]/gu)?.length ?? 0) / text.length,
    endsOpen: is(/(?:…|\.\.\.|»|›|→|>)$/u),
    saysAgo: is(/\b(?:ago|il y a|hace|fa)\b|vor \d|\bmin(?:utes?)? read|前$/iu, 80),
    isCell: tag === "td" || tag === "th" ? 1 : 0,
    isDd: tagged("dd"),
  };
}

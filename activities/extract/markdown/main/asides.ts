import type { Block } from "./blocks.ts";

/**
 * For each block, whether the last heading above it announces something beside the content: related pages, comments, a
 * newsletter.
 */
export function isUnderAside(blocks: readonly Block[]): boolean[] {
  let level = 0;
  return blocks.map(({ part, text }) => {
    const own = Number(/^h(?<level>[1-6])$/u.exec(part.element.localName)?.groups?.["level"] ?? 0);
    if (own > 0 && (level === 0 || own <= level)) level = text.length < 80 && asideHeading.test(text) ? own : 0;
    return level > 0;
  });
}

const asideHeading = new RegExp(
  `^(?:${[
    "related|recommended|you (?:may|might) (?:also|like)|more (?:from|stories|articles|news|posts|on|in|like)|read (?:next|more|also)|see also|also (?:read|on)|trending|most (?:read|popular|viewed)|latest|popular|recent (?:posts|articles|comments)|up next|what to read|don.t miss|featured",
    "leave a|post a comment|comments?$|\\d+ comments?|join the (?:discussion|conversation)|responses?$|newsletter|subscribe|sign up|stay (?:in|up)|get (?:the|our)|follow us|share|about the authors?|about us|contact(?: us)?$|tags?:?$|categories$|filed under|quick links|advertisement|sponsored",
    "mehr zum|das könnte sie|ähnliche|weitere (?:artikel|themen|meldungen)|meistgelesen|kommentare|verwandte|lesen sie auch|auch interessant",
    "à lire|lire aussi|sur le même|voir aussi|commentaires|articles (?:liés|similaires)|les plus lus|dans la même",
    "relacionad|te puede interesar|también te|comentarios|más leíd|le puede|artículos relacion|noticias relacion|lo más|leia (?:mais|também)|veja também|mais lidas|comentários|notícias relacion",
    "leggi anche|articoli correlati|potrebbe interessarti|commenti|lees ook|meer over|gerelateerd|reacties|läs (?:mer|också)|les også|læs også|podobne|czytaj (?:też|także)|zobacz (?:też|także)|související|kapcsolódó|ilgili haberler|benzer",
    "читайте|похожие|комментарии|по теме|популярн|ещё|еще по|читать также",
    "関連|おすすめ|人気|コメント|ランキング|あわせて|相关|相關|推荐|推薦|热门|熱門|评论|留言|延伸阅读|延伸閱讀|관련|추천|댓글|많이 본",
    "اقرأ أيضا|مقالات ذات|مواضيع|التعليقات|قد يعجبك|الأكثر|כתבות נוספות|תגובות|مطالب مرتبط|نظرات",
  ].join("|")})`,
  "iu",
);

import { type Block, blocksOf, isProse } from "./blocks.ts";
import type { PageFacts } from "./features.ts";
import { areTeasers } from "./teasers.ts";

/** A line that a site writes below or between its texts. `linked` is the least share of its characters in links. */
type Prompt = { maxChars: number; linked: number; pattern: RegExp };

/** Patterns at the start of a line, in the languages that most pages have. */
const lines: readonly Prompt[] = [
  {
    maxChars: 200,
    linked: 0,
    pattern: startsWith(
      "(?:subscribe|sign up|join|get|receive|don.t miss|stay|enter|want)\\b.{0,80}(?:newsletter|mailing list|inbox|email updates)",
      "(?:jetzt|abonnier|melde|trag|erhalte|hol|bleib).{0,80}newsletter",
      "(?:abonne|inscri|rece).{0,80}(?:newsletter|infolettre)",
      "(?:suscr|reg[ií]str|recib|ap[uú]nt|iscri|ricev|assin|inscrev|receb).{0,80}(?:newsletter|bolet[ií])",
      "(?:schrijf|meld|ontvang|abonneer|zapisz|otrzymuj|prenumerera|tilmeld|meld deg|tilaa|odebírejte|iratkoz|abone).{0,80}(?:newsletter|nieuwsbrief|biuletyn|nyhetsbrev|nyhedsbrev|uutiskirje|hírlev|bülten)",
      "подпи.{0,80}(?:рассылк|новост|канал)",
      "(?:ニュースレター|メールマガジン|メルマガ).{0,20}(?:登録|購読)",
      "(?:订阅|訂閱).{0,30}(?:通讯|電子報|电子报|邮件)",
      "뉴스레터.{0,20}구독|اشترك.{0,40}النشرة|הירשמו.{0,40}(?:ניוזלטר|עדכונים)",
    ),
  },
  {
    maxChars: 500,
    linked: 0,
    pattern: startsWith(
      "about the authors?\\b|about (?:our|this) (?:author|writer|contributor)|über (?:den autor|die autorin|die autoren)\\b|zur person:",
      "à propos de l.aut(?:eur|rice)|(?:sobre|acerca de) (?:el autor|la autora|o autor|a autora)|l.aut(?:ore|rice)\\s?:",
      "over de auteur|o autorz[e]|o autorce|об автор|この記事を書いた人|著者プロフィール|作者简介|關於作者|关于作者|글쓴이|عن الكاتب|על המחבר",
    ),
  },
  {
    maxChars: 200,
    linked: 0,
    pattern: startsWith(
      "(?:©|\\(c\\)|copyright)\\s?(?:©|\\(c\\))?\\s?\\d{4}",
      ".{0,80}(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos (?:los derechos|os direitos) reservados|tutti i diritti riservati|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены|無断転載|版权所有|版權所有|無斷轉載|جميع الحقوق محفوظة|כל הזכויות שמורות)",
    ),
  },
  {
    maxChars: 120,
    linked: 0,
    pattern: startsWith(
      "(?:was|did you find) this (?:article|page|post|story|answer|content|information)\\b|rate this (?:article|post|page|recipe)|how (?:useful|helpful) was this",
      "war (?:dieser|diese) (?:artikel|seite|beitrag|information)|fanden sie diesen|artikel bewerten",
      "cet(?:te)? (?:article|page) vous a|avez-vous trouvé cet|notez cet",
      "¿te (?:ha resultado|ha sido|resultó)|¿(?:fue|ha sido) útil|valora este|questo articolo ti|hai trovato utile|valuta questo",
      "(?:este|esta) (?:artigo|página|conteúdo) foi|avalie este|was dit artikel|vond je dit|beoordeel dit|czy (?:ten artykuł|ta strona)|oceń (?:ten )?artykuł",
      "была ли эта|оцените (?:статью|материал)|この記事は役に立|この(?:記事|ページ)は(?:参考|お役)|这篇文章对|这有帮助吗|이 (?:글|기사|문서)가 도움|هل كان(?:ت)? هذ|האם המאמר",
    ),
  },
  {
    maxChars: 80,
    linked: 0.6,
    pattern: startsWith(
      "share (?:this|on|via|article|story|post|with)|tweet this|print (?:this|page|article)|(?:leave|post|add|write) a (?:comment|reply)|(?:view|read|show) (?:all )?comments|add to (?:cart|basket|bag)",
      "(?:artikel|beitrag|seite) (?:auf|per|teilen|drucken)|auf (?:facebook|twitter|x) teilen|kommentar schreiben|in den warenkorb",
      "partager|imprimer (?:la|cette|l.article)|laisser un commentaire|ajouter au panier|compart|imprimir|deja un comentario|añadir al carrito",
      "condividi|stampa (?:questa|articolo)|lascia un commento|aggiungi al carrello|deixe um comentário|adicionar ao carrinho|deel (?:dit|op|via)|pagina afdrukken|(?:schrijf|plaats) een reactie|in winkelwagen",
      "udostępnij|drukuj|dodaj (?:komentarz|do koszyka)|поделиться|печать|распечатать|оставить комментарий|в корзину",
      "(?:この|記事).{0,6}(?:シェア|ツイート|印刷)|コメントを書く|カートに入れる|分享(?:到|至|本文)|打印本页|发表评论|加入购物车|공유하기|인쇄|댓글 (?:쓰기|달기)|장바구니|شارك|طباعة|أضف تعليق|שתפו|הדפס|הוסף תגובה",
    ),
  },
  {
    maxChars: 300,
    linked: 0.5,
    pattern: startsWith(
      "(?:tags?|tagged|filed under|categories|topics|keywords|schlagw[oö]rte?r?|stichwörter|themen|mots[- ]clés|étiquettes|etiquetas|palabras clave|palavras-chave|parole chiave|trefwoorden|tagi|słowa kluczowe|теги|метки|タグ|カテゴリ|标签|標籤|태그|الوسوم|תגיות)\\s?[:：]",
    ),
  },
];

function startsWith(...alternatives: string[]): RegExp {
  return new RegExp(`^(?:${alternatives.join("|")})`, "iu");
}

/**
 * Removes the lines of the site about itself from chosen content. The facts are of the whole page, as titles of teasers may be
 * outside the content. It stays until the content is chosen, because the model was fitted to pages with it.
 */
export function removePrompts(content: Element, facts: PageFacts, title: string): void {
  const prompts = arePrompts(facts, title);
  const texts = new Set(facts.blocks.flatMap(({ text }, index) => (prompts[index] === true ? [text] : [])));
  for (const [index, { text }] of facts.blocks.entries()) if (prompts[index] !== true) texts.delete(text);
  if (texts.size === 0) return;
  for (const { text, nodes } of blocksOf(content)) if (texts.has(text)) for (const node of nodes) node.remove();
}

/**
 * Whether each block is a line of the site about itself or a teaser of another page. None is on a page that does not
 * declare itself an article: lists of pages and products consist of such blocks.
 */
export function arePrompts({ blocks, declared }: PageFacts, title: string): boolean[] {
  if (!declared || !blocks.some(isProse)) return blocks.map(() => false);
  const teasers = areTeasers(blocks, title);
  return blocks.map((block, index) => teasers[index] === true || isPrompt(block, title));
}

/**
 * Whether a block is a line of the site about itself: an order to subscribe, to share or to comment, a question for a
 * rating, a list of tags, a line about the author or a copyright. `title` is the page's: a page may be about such a line.
 */
function isPrompt({ text, linkedChars, part }: Block, title: string): boolean {
  const { localName } = part.element;
  if (
    /^(?:h[1-6]|li|td|th|dd|dt|pre|code|summary|blockquote)$/u.test(localName) ||
    part.tagsAndRoles.has("role=tabpanel")
  )
    return false;
  return lines.some(
    ({ maxChars, linked: least, pattern }) =>
      text.length <= maxChars && linkedChars >= text.length * least && pattern.test(text) && !pattern.test(title),
  );
}

/**
 * Words that name parts beside the content, in the languages that most pages have. They are matched at the start of a
 * short block, or anywhere in it.
 */
const startingWords = {
  share:
    "share|tweet|pin it|email|print|facebook|twitter|linkedin|whatsapp|telegram|copy link|follow us|save|like|teilen|drucken|merken|folgen sie|partager|imprimer|suivez|compartir|imprimir|síguenos|compartilhar|siga|condividi|stampa|seguici|delen|volg ons|udostępnij|drukuj|dela|del på|jaa|поделиться|печать|подписаться|sdílet|tisk|megosztás|paylaş|yazdır|シェア|ツイート|分享|列印|打印|공유|شارك|طباعة|שתף|chia sẻ|bagikan|साझा करें|κοινοποίηση",
  comment:
    "comments?\\b|\\d+ comments?|leave a (?:reply|comment)|post a comment|add a comment|reply|report|kommentar|\\d+ kommentar|antworten|commentaires?|laisser un commentaire|répondre|comentarios?|\\d+ comentarios?|deja (?:un|tu)|responder|comentários?|deixe|commenti?\\b|lascia un|rispondi|reacties|reageer|reageren|komentarz|dodaj komentarz|odpowiedz|коммента|\\d+ коммента|ответить|оставить|komentář|hozzászól|yorum|コメント|返信|评论|評論|留言|回复|댓글|답글|تعليق|التعليقات|תגובות|bình luận|komentar",
  rate: "rate (?:this|the)|was this|did you (?:like|find)|how (?:useful|helpful)|\\d(?:\\.\\d)?\\s?/\\s?5|\\d(?:\\.\\d)? stars?|average rating|bewerten|war dies|noter|avis|valora|califica|avalie|vota\\b|valuta|beoordeel|oceń|оцени|評価|评分|평점",
  newsletter:
    "subscribe|sign up|join (?:our|the|over)|get (?:our|the latest)|newsletter|enter your email|never miss|stay (?:up|in touch|informed)|jetzt abonnieren|abonnieren|anmelden|s.abonner|abonnez|inscrivez|suscr[ií]b|boletín|assine|inscreva|iscriviti|abbonati|schrijf je in|meld je aan|zapisz się|prenumerera|tilmeld|meld deg|подпиш|odebírat|iratkozz|abone ol|登録|メルマガ|订阅|訂閱|구독|اشترك|הרשמ|đăng ký",
  more: "read more|learn more|view (?:all|more)|see (?:all|more)|show more|load more|skip to|continue reading|more from|weiterlesen|mehr (?:erfahren|lesen|zum|von)|alle anzeigen|lire (?:la suite|plus|aussi)|en savoir plus|voir (?:plus|tout)|leer más|ver (?:más|mais|todo|tudo)|saiba mais|leia (?:mais|também)|leggi (?:tutto|anche|di più)|scopri|lees (?:meer|verder|ook)|czytaj|zobacz|läs (?:mer|också)|les (?:mer|også)|læs (?:mere|også)|lue (?:lisää|myös)|читать|ещё|подробнее|číst|bővebben|devamı|続きを読む|もっと見る|詳しく|阅读更多|更多|閱讀|더보기|المزيد|اقرأ|קרא עוד|xem thêm|selengkapnya",
  account:
    "sign in|log ?in|register|create (?:an )?account|my account|forgot|anmelden|einloggen|registrieren|se connecter|connexion|iniciar sesión|entrar|cadastre|accedi|registrati|inloggen|zaloguj|logga in|войти|регистрация|přihlásit|giriş|ログイン|会員登録|登录|登錄|注册|로그인|تسجيل|đăng nhập|masuk",
  author:
    "about the author|written by|by [A-Z]|posted by|author:|von [A-Z]|über (?:den|die) autor|par [A-Z]|à propos de l|por [A-Z]|sobre (?:el|la|o|a) autor|di [A-Z]|l.autore|door [A-Z]|over de auteur|autor:|av [A-Z]|автор|об авторе|著者|この記事を書いた|作者|글쓴이|الكاتب",
  related:
    "related|recommended|you (?:may|might)|more (?:stories|articles|news|posts|on|in|like)|read next|also read|trending|most (?:read|popular|viewed)|latest|popular|recent|up next|don.t miss|featured|das könnte|ähnliche|weitere|meistgelesen|verwandte|auch interessant|sur le même|voir aussi|à lire|les plus|relacionad|te puede|también|más (?:leíd|noticias)|mais lid|veja também|notícias relac|articoli correlati|potrebbe|gerelateerd|meer over|podobne|polecane|související|kapcsolódó|ilgili|benzer|похожие|по теме|популярн|読まれて|関連|おすすめ|人気|ランキング|相关|相關|推荐|推薦|热门|熱門|관련|추천|많이 본|مقالات ذات|مواضيع|الأكثر|כתבות|tin liên quan|terkait|baca juga",
} as const;

const wordsAnywhere = {
  consent:
    "\\bcookies?\\b|gdpr|consent|privacy (?:policy|settings|notice)|tracking technolog|legitimate interest|datenschutz|einwilligung|zustimm|confidentialité|consentement|privacidad|consentimiento|privacidade|consentimento|\\bprivacy\\b|consenso|toestemming|prywatności|zgod[aęy]|integritetspolicy|samtycke|personvern|samtykke|evästeet|куки|файлы cookie|конфиденциальн|согласи|soukromí|souhlas|adatvédel|çerez|gizlilik|クッキー|プライバシー|隐私|隱私|쿠키|개인정보|ملفات تعريف|الخصوصية|עוגיות|פרטיות",
  legal:
    "©|\\(c\\) ?\\d{4}|all rights reserved|copyright|terms (?:of|and)|disclaimer|registered (?:office|trademark)|alle rechte vorbehalten|impressum|\\bagb\\b|haftungsausschluss|tous droits réservés|mentions légales|todos los derechos|aviso legal|todos os direitos|termos de uso|tutti i diritti|p\\.? ?iva|alle rechten|algemene voorwaarden|wszelkie prawa|regulamin|alla rättigheter|все права|всички права|všechna práva|minden jog|tüm hakları|無断転載|利用規約|特定商取引|版权所有|版權所有|저작권|جميع الحقوق|כל הזכויות|bản quyền|hak cipta",
  affiliate:
    "affiliate|commission|sponsored|advertis|partner links?|we may earn|anzeige\\b|werbung|provision|publicité|sponsorisé|publicidad|patrocinad|pubblicità|advertentie|reklama|реклама|広告|广告|廣告|광고|إعلان",
  shop: "add to (?:cart|basket|bag)|in stock|out of stock|free shipping|buy now|checkout|wishlist|in den warenkorb|merkzettel|versandkosten|ajouter au panier|livraison|añadir al carrito|envío gratis|adicionar ao carrinho|frete|aggiungi al carrello|spedizione|winkelwagen|do koszyka|dostawa|в корзину|доставка|do košíku|kosárba|sepete|カートに|購入|加入购物车|加入購物車|장바구니|أضف إلى",
} as const;

type StartKind = keyof typeof startingWords;
type AnywhereKind = keyof typeof wordsAnywhere;

/** A kind of words, and their pattern. */
type Words<Kind> = { kind: Kind; pattern: RegExp };

const isStartKind = (kind: string): kind is StartKind => kind in startingWords;
const isAnywhereKind = (kind: string): kind is AnywhereKind => kind in wordsAnywhere;

const startPatterns: Words<StartKind>[] = Object.keys(startingWords)
  .filter(isStartKind)
  .map((kind) => ({ kind, pattern: new RegExp(`^(?:${startingWords[kind]})`, "iu") }));
const anywherePatterns: Words<AnywhereKind>[] = Object.keys(wordsAnywhere)
  .filter(isAnywhereKind)
  .map((kind) => ({ kind, pattern: new RegExp(wordsAnywhere[kind], "iu") }));

const maxStartChars = 100;
const maxAnywhereChars = 600;

/** The kinds of part that a block's words name, as features of value 1. */
export function vocabularyFeatures(text: string): Record<string, number> {
  const features: Record<string, number> = {};
  if (text.length < maxStartChars)
    for (const { kind, pattern } of startPatterns) if (pattern.test(text)) features[`starts_${kind}`] = 1;
  if (text.length < maxAnywhereChars)
    for (const { kind, pattern } of anywherePatterns) if (pattern.test(text)) features[`names_${kind}`] = 1;
  return features;
}

const consent = new RegExp(wordsAnywhere.consent, "iu");

/** Whether a text speaks of cookies or of consent to them. */
export function namesConsent(text: string): boolean {
  return consent.test(text.slice(0, maxAnywhereChars));
}

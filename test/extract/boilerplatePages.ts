/** A page in one language: its own text, and what a site puts around it. */
export type BoilerplatePage = {
  language: string;
  title: string;
  paragraphs: readonly [string, string, string, string];
  parts: Readonly<Record<Part, string>>;
  /** Titles of other pages. */
  teasers: readonly [string, string, string];
};

type Part =
  | "breadcrumbs"
  | "share"
  | "print"
  | "rate"
  | "comment"
  | "newsletter"
  | "author"
  | "related"
  | "shop"
  | "disclaimer"
  | "tags"
  | "copyright";

type Row = [
  language: string,
  title: string,
  paragraphs: BoilerplatePage["paragraphs"],
  parts: BoilerplatePage["parts"],
  teasers: BoilerplatePage["teasers"],
];

const rows: readonly Row[] = [
  [
    "en",
    "The harbour froze over",
    [
      "The harbour of Lindholm froze over on the second night of January, and for the first time in forty years the ferries stayed at their berths. The harbour master closed the outer gate before dawn.",
      "By noon, three hundred people had walked out to the lighthouse. Some carried skates and some carried soup, and nobody could remember who had first said that the ice would hold.",
      "The last winter of this kind was that of 1986, when a herring boat lay in the ice for eleven days. Its crew played cards and sold the catch on the spot to whoever came by on foot.",
      "On Thursday the wind turned to the south, and the ice broke within an hour. The ferries left at four o'clock, two days late, with more passengers than seats.",
    ],
    {
      breadcrumbs: "Home > News > Region",
      share: "Share this article on Facebook",
      print: "Print this page",
      rate: "Was this article helpful?",
      comment: "Leave a comment",
      newsletter: "Subscribe to our newsletter and never miss a story.",
      author: "About the author: Ada Moss is a staff writer who has covered the coast since 2011.",
      related: "Related articles",
      shop: "Add to basket – free shipping on orders over 50 euros",
      disclaimer: "Some links on this page are affiliate links, and we may earn a commission.",
      tags: "Tags: harbour, winter, ferries",
      copyright: "© 2026 Lindholm Post. All rights reserved.",
    },
    ["Why the northern bridge is closed to lorries", "New tariffs for the night bus", "A museum for the last tram"],
  ],
  [
    "de",
    "Der Hafen ist zugefroren",
    [
      "Der Hafen von Lindholm ist in der zweiten Nacht des Januars zugefroren, und zum ersten Mal seit vierzig Jahren blieben die Fähren an ihren Plätzen. Der Hafenmeister schloss das äußere Tor noch vor der Dämmerung.",
      "Bis zum Mittag waren dreihundert Menschen zum Leuchtturm hinausgelaufen. Manche trugen Schlittschuhe und manche Suppe, und niemand wusste mehr, wer zuerst gesagt hatte, dass das Eis hält.",
      "Der letzte Winter dieser Art war der von 1986, als ein Heringskutter elf Tage lang im Eis lag. Die Mannschaft spielte Karten und verkaufte den Fang gleich an Ort und Stelle.",
      "Am Donnerstag drehte der Wind auf Süd, und das Eis brach binnen einer Stunde. Die Fähren fuhren um vier Uhr ab, zwei Tage zu spät und mit mehr Gästen als Sitzen.",
    ],
    {
      breadcrumbs: "Startseite > Nachrichten > Region",
      share: "Artikel auf Facebook teilen",
      print: "Seite drucken",
      rate: "War dieser Artikel hilfreich?",
      comment: "Kommentar schreiben",
      newsletter: "Jetzt den Newsletter abonnieren und keine Meldung verpassen.",
      author: "Über die Autorin: Ada Moss ist Redakteurin und schreibt seit 2011 über die Küste.",
      related: "Das könnte Sie auch interessieren",
      shop: "In den Warenkorb – versandkostenfrei ab 50 Euro",
      disclaimer: "Alle Angaben ohne Gewähr. Dieser Text enthält Affiliate-Links.",
      tags: "Schlagworte: Hafen, Winter, Fähren",
      copyright: "© 2026 Lindholmer Post. Alle Rechte vorbehalten.",
    },
    [
      "Warum die Nordbrücke für Lastwagen gesperrt ist",
      "Neue Tarife für den Nachtbus",
      "Ein Museum für die letzte Straßenbahn",
    ],
  ],
  [
    "fr",
    "Le port a gelé",
    [
      "Le port de Lindholm a gelé dans la deuxième nuit de janvier, et pour la première fois depuis quarante ans, les bacs sont restés à quai. Le capitaine du port a fermé la porte extérieure avant l'aube.",
      "À midi, trois cents personnes avaient marché jusqu'au phare. Certaines portaient des patins, d'autres de la soupe, et personne ne savait plus qui avait dit le premier que la glace tiendrait.",
      "Le dernier hiver de ce genre fut celui de 1986, quand un harenguier resta onze jours dans la glace. L'équipage jouait aux cartes et vendait la pêche sur place à qui venait à pied.",
      "Jeudi, le vent a tourné au sud, et la glace a cédé en une heure. Les bacs sont partis à quatre heures, avec deux jours de retard et plus de passagers que de sièges.",
    ],
    {
      breadcrumbs: "Accueil > Actualités > Région",
      share: "Partager cet article sur Facebook",
      print: "Imprimer la page",
      rate: "Cet article vous a-t-il été utile ?",
      comment: "Laisser un commentaire",
      newsletter: "Abonnez-vous à notre newsletter et ne manquez aucun article.",
      author: "À propos de l'auteur : Ada Moss est journaliste et suit la côte depuis 2011.",
      related: "À lire aussi",
      shop: "Ajouter au panier – livraison offerte dès 50 euros",
      disclaimer: "Cette page contient des liens affiliés qui nous rapportent une commission.",
      tags: "Mots-clés : port, hiver, bacs",
      copyright: "© 2026 La Poste de Lindholm. Tous droits réservés.",
    },
    [
      "Pourquoi le pont du nord est fermé aux camions",
      "Nouveaux tarifs pour le bus de nuit",
      "Un musée pour le dernier tramway",
    ],
  ],
  [
    "es",
    "El puerto se heló",
    [
      "El puerto de Lindholm se heló en la segunda noche de enero, y por primera vez en cuarenta años los transbordadores se quedaron en sus muelles. El capitán del puerto cerró la puerta exterior antes del alba.",
      "A mediodía, trescientas personas habían caminado hasta el faro. Unas llevaban patines y otras sopa, y nadie recordaba quién había dicho primero que el hielo aguantaría.",
      "El último invierno así fue el de 1986, cuando un barco arenquero pasó once días en el hielo. La tripulación jugaba a las cartas y vendía la pesca allí mismo a quien llegaba a pie.",
      "El jueves el viento giró al sur y el hielo se rompió en una hora. Los transbordadores salieron a las cuatro, con dos días de retraso y más pasajeros que asientos.",
    ],
    {
      breadcrumbs: "Inicio > Noticias > Región",
      share: "Compartir este artículo en Facebook",
      print: "Imprimir esta página",
      rate: "¿Te ha resultado útil este artículo?",
      comment: "Deja un comentario",
      newsletter: "Suscríbete a nuestro boletín y no te pierdas ninguna noticia.",
      author: "Sobre la autora: Ada Moss es periodista y cubre la costa desde 2011.",
      related: "Artículos relacionados",
      shop: "Añadir al carrito – envío gratis desde 50 euros",
      disclaimer: "Esta página contiene enlaces de afiliados por los que recibimos una comisión.",
      tags: "Etiquetas: puerto, invierno, transbordadores",
      copyright: "© 2026 Correo de Lindholm. Todos los derechos reservados.",
    },
    [
      "Por qué el puente norte está cerrado a los camiones",
      "Nuevas tarifas del autobús nocturno",
      "Un museo para el último tranvía",
    ],
  ],
  [
    "it",
    "Il porto è gelato",
    [
      "Il porto di Lindholm è gelato nella seconda notte di gennaio, e per la prima volta in quarant'anni i traghetti sono rimasti agli ormeggi. Il capitano del porto ha chiuso la porta esterna prima dell'alba.",
      "A mezzogiorno trecento persone avevano camminato fino al faro. Alcune portavano i pattini e altre la zuppa, e nessuno ricordava chi avesse detto per primo che il ghiaccio avrebbe tenuto.",
      "L'ultimo inverno di questo genere fu quello del 1986, quando un peschereccio di aringhe restò undici giorni nel ghiaccio. L'equipaggio giocava a carte e vendeva il pescato sul posto.",
      "Giovedì il vento è girato a sud, e il ghiaccio si è rotto in un'ora. I traghetti sono partiti alle quattro, con due giorni di ritardo e più passeggeri che posti.",
    ],
    {
      breadcrumbs: "Home > Notizie > Regione",
      share: "Condividi questo articolo su Facebook",
      print: "Stampa questa pagina",
      rate: "Questo articolo ti è stato utile?",
      comment: "Lascia un commento",
      newsletter: "Iscriviti alla nostra newsletter e non perdere nessuna notizia.",
      author: "L'autrice: Ada Moss è una giornalista e segue la costa dal 2011.",
      related: "Leggi anche",
      shop: "Aggiungi al carrello – spedizione gratuita da 50 euro",
      disclaimer: "Questa pagina contiene link di affiliazione che ci danno una commissione.",
      tags: "Tag: porto, inverno, traghetti",
      copyright: "© 2026 Posta di Lindholm. Tutti i diritti riservati.",
    },
    ["Perché il ponte nord è chiuso ai camion", "Nuove tariffe per il bus notturno", "Un museo per l'ultimo tram"],
  ],
  [
    "pt",
    "O porto congelou",
    [
      "O porto de Lindholm congelou na segunda noite de janeiro, e pela primeira vez em quarenta anos as balsas ficaram nos seus cais. O capitão do porto fechou o portão externo antes do amanhecer.",
      "Ao meio-dia, trezentas pessoas tinham caminhado até o farol. Umas levavam patins e outras sopa, e ninguém se lembrava de quem tinha dito primeiro que o gelo aguentaria.",
      "O último inverno desse tipo foi o de 1986, quando um barco de arenque ficou onze dias no gelo. A tripulação jogava cartas e vendia o peixe ali mesmo a quem chegava a pé.",
      "Na quinta-feira o vento virou para o sul, e o gelo quebrou em uma hora. As balsas partiram às quatro, com dois dias de atraso e mais passageiros do que lugares.",
    ],
    {
      breadcrumbs: "Início > Notícias > Região",
      share: "Compartilhar este artigo no Facebook",
      print: "Imprimir esta página",
      rate: "Este artigo foi útil?",
      comment: "Deixe um comentário",
      newsletter: "Assine a nossa newsletter e não perca nenhuma notícia.",
      author: "Sobre a autora: Ada Moss é jornalista e acompanha a costa desde 2011.",
      related: "Leia também",
      shop: "Adicionar ao carrinho – frete grátis a partir de 50 euros",
      disclaimer: "Esta página contém links de afiliados pelos quais recebemos uma comissão.",
      tags: "Palavras-chave: porto, inverno, balsas",
      copyright: "© 2026 Correio de Lindholm. Todos os direitos reservados.",
    },
    [
      "Por que a ponte norte está fechada para caminhões",
      "Novas tarifas do ônibus noturno",
      "Um museu para o último bonde",
    ],
  ],
  [
    "nl",
    "De haven is dichtgevroren",
    [
      "De haven van Lindholm vroor in de tweede nacht van januari dicht, en voor het eerst in veertig jaar bleven de veerboten aan hun steigers. De havenmeester sloot de buitenpoort nog voor de dageraad.",
      "Tegen de middag waren driehonderd mensen naar de vuurtoren gelopen. Sommigen droegen schaatsen en anderen soep, en niemand wist nog wie het eerst had gezegd dat het ijs zou houden.",
      "De vorige winter van dit soort was die van 1986, toen een haringschuit elf dagen in het ijs lag. De bemanning speelde kaart en verkocht de vangst ter plekke aan wie te voet langskwam.",
      "Op donderdag draaide de wind naar het zuiden, en het ijs brak binnen een uur. De veerboten vertrokken om vier uur, twee dagen te laat en met meer reizigers dan stoelen.",
    ],
    {
      breadcrumbs: "Home > Nieuws > Regio",
      share: "Deel dit artikel op Facebook",
      print: "Pagina afdrukken",
      rate: "Was dit artikel nuttig?",
      comment: "Schrijf een reactie",
      newsletter: "Schrijf je in voor onze nieuwsbrief en mis geen bericht.",
      author: "Over de auteur: Ada Moss is journalist en volgt de kust sinds 2011.",
      related: "Lees ook",
      shop: "In winkelwagen – gratis verzending vanaf 50 euro",
      disclaimer: "Deze pagina bevat affiliatielinks waarvoor wij een commissie krijgen.",
      tags: "Trefwoorden: haven, winter, veerboten",
      copyright: "© 2026 Lindholmse Post. Alle rechten voorbehouden.",
    },
    [
      "Waarom de noordbrug dicht is voor vrachtwagens",
      "Nieuwe tarieven voor de nachtbus",
      "Een museum voor de laatste tram",
    ],
  ],
  [
    "pl",
    "Port zamarzł",
    [
      "Port w Lindholm zamarzł w drugą noc stycznia i po raz pierwszy od czterdziestu lat promy zostały przy nabrzeżach. Kapitan portu zamknął zewnętrzną bramę jeszcze przed świtem.",
      "Do południa trzysta osób doszło pieszo do latarni morskiej. Jedni nieśli łyżwy, inni zupę, i nikt nie pamiętał, kto pierwszy powiedział, że lód wytrzyma.",
      "Ostatnia taka zima była w roku 1986, kiedy kuter śledziowy stał w lodzie jedenaście dni. Załoga grała w karty i sprzedawała połów na miejscu każdemu, kto przyszedł pieszo.",
      "W czwartek wiatr skręcił na południe i lód pękł w ciągu godziny. Promy odpłynęły o czwartej, dwa dni po czasie i z większą liczbą pasażerów niż miejsc.",
    ],
    {
      breadcrumbs: "Strona główna > Wiadomości > Region",
      share: "Udostępnij artykuł na Facebooku",
      print: "Drukuj stronę",
      rate: "Czy ten artykuł był pomocny?",
      comment: "Dodaj komentarz",
      newsletter: "Zapisz się do naszego newslettera i nie przegap żadnej wiadomości.",
      author: "O autorce: Ada Moss jest dziennikarką i pisze o wybrzeżu od 2011 roku.",
      related: "Czytaj także",
      shop: "Dodaj do koszyka – darmowa dostawa od 50 euro",
      disclaimer: "Strona zawiera linki afiliacyjne, za które otrzymujemy prowizję.",
      tags: "Tagi: port, zima, promy",
      copyright: "© 2026 Poczta Lindholm. Wszelkie prawa zastrzeżone.",
    },
    [
      "Dlaczego most północny jest zamknięty dla ciężarówek",
      "Nowe taryfy nocnego autobusu",
      "Muzeum ostatniego tramwaju",
    ],
  ],
  [
    "ru",
    "Гавань замёрзла",
    [
      "Гавань Линдхольма замёрзла во вторую ночь января, и впервые за сорок лет паромы остались у причалов. Капитан порта закрыл внешние ворота ещё до рассвета.",
      "К полудню триста человек дошли пешком до маяка. Одни несли коньки, другие суп, и никто уже не помнил, кто первым сказал, что лёд выдержит.",
      "Последняя такая зима была в 1986 году, когда рыбацкое судно одиннадцать дней стояло во льду. Команда играла в карты и продавала улов на месте всем, кто приходил пешком.",
      "В четверг ветер повернул на юг, и лёд сломался за час. Паромы ушли в четыре часа, с опозданием на два дня и с большим числом пассажиров, чем мест.",
    ],
    {
      breadcrumbs: "Главная > Новости > Регион",
      share: "Поделиться статьёй в Facebook",
      print: "Печать страницы",
      rate: "Была ли эта статья полезной?",
      comment: "Оставить комментарий",
      newsletter: "Подпишитесь на нашу рассылку и не пропускайте новости.",
      author: "Об авторе: Ада Мосс — журналист, пишет о побережье с 2011 года.",
      related: "Читайте также",
      shop: "В корзину – бесплатная доставка от 50 евро",
      disclaimer: "На странице есть партнёрские ссылки, за которые мы получаем комиссию.",
      tags: "Теги: гавань, зима, паромы",
      copyright: "© 2026 Почта Линдхольма. Все права защищены.",
    },
    ["Почему северный мост закрыт для грузовиков", "Новые тарифы ночного автобуса", "Музей последнего трамвая"],
  ],
  [
    "ja",
    "港が凍った",
    [
      "リンドホルムの港は一月の二日目の夜に凍り、四十年ぶりにフェリーが岸壁にとどまった。港長は夜明け前に外側の門を閉め、船員たちに家へ帰るように伝えた。",
      "昼までに三百人が灯台まで歩いて行った。スケート靴を持つ人もいれば、スープを運ぶ人もいて、氷がもつと最初に言ったのが誰だったか、もう誰も覚えていなかった。",
      "このような冬は一九八六年が最後で、そのときはニシン漁船が十一日間も氷の中にとどまった。乗組員はトランプをし、歩いて来た人たちにその場で魚を売った。",
      "木曜日に風が南に変わり、氷は一時間のうちに割れた。フェリーは四時に、二日遅れで、座席よりも多い乗客を乗せて出て行った。",
    ],
    {
      breadcrumbs: "ホーム > ニュース > 地域",
      share: "この記事をシェアする",
      print: "このページを印刷",
      rate: "この記事は役に立ちましたか？",
      comment: "コメントを書く",
      newsletter: "ニュースレターに登録して、最新の記事を受け取りましょう。",
      author: "この記事を書いた人：アダ・モス。二〇一一年から海岸を取材している記者。",
      related: "関連記事",
      shop: "カートに入れる – 五十ユーロ以上で送料無料",
      disclaimer: "このページにはアフィリエイト広告が含まれています。",
      tags: "タグ：港、冬、フェリー",
      copyright: "© 2026 リンドホルム新聞 無断転載を禁じます。",
    },
    ["北の橋がトラックに閉ざされている理由", "夜行バスの新しい運賃", "最後の路面電車の博物館"],
  ],
];

/** Pages in ten languages. The words are ours. */
export const boilerplatePages: readonly BoilerplatePage[] = rows.map(
  ([language, title, paragraphs, words, teasers]) => ({ language, title, paragraphs, parts: words, teasers }),
);

/** The HTML of a page, with neutral names in its markup: only words, links and places tell its parts from its text. */
export function htmlOf({ language, title, paragraphs, parts: words, teasers }: BoilerplatePage, tag: string): string {
  const link = (text: string) => `<a href="https://page.test/${encodeURIComponent(text)}">${text}</a>`;
  const box = (content: string) => `<div class="b">${content}</div>`;
  const linked = (text: string, separator: RegExp) =>
    text
      .split(separator)
      .map((each) => link(each.trim()))
      .join(" ");
  const list = teasers.map((teaser) => `<div class="t"><h3>${link(teaser)}</h3><p>${teaser}…</p></div>`).join("");
  const [first, second, third, fourth] = paragraphs.map((text) => `<p>${text}</p>`);
  const before = [box(linked(words.breadcrumbs, />/u)), `<h1 data-level="1">${title}</h1>`, box(link(words.share))];
  const after = [
    box(linked(words.tags, /[,、]/u)),
    box(`<p>${link(words.print)}</p><p>${words.rate}</p><p>${link(words.comment)}</p>`),
    box(`<p>${words.author}</p>`),
    box(`<p>${words.disclaimer}</p>`),
    box(`<h2>${words.related}</h2>${list}`),
    box(`<p>${words.copyright}</p>`),
  ];
  const middle = [first, second, box(`<p>${words.newsletter}</p>`), third, box(link(words.shop)), fourth];
  const body = [...before, ...middle, ...after].join("\n");
  return `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><${tag}>${body}</${tag}></body></html>`;
}

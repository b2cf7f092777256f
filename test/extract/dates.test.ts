import { expect } from "chai";
import { dayNearHeading, isoDate } from "#activities/extract/metadata/dates.ts";
import { toMetadata } from "#activities/extract/metadata/metadata.ts";
import type { MetadataRead } from "#activities/extract/page/readMetadata.ts";

/** Lines as pages show them near their title, by language, and the day that they state. */
const golden: Readonly<Record<string, readonly [line: string, day: string][]>> = {
  en: [
    ["May 3, 2024", "2024-05-03"],
    ["Published on Friday, 3rd of May 2024", "2024-05-03"],
    ["By Ada Moss | Sept. 9th, 2023, 10:15 a.m.", "2023-09-09"],
    ["Posted 2024/05/03", "2024-05-03"],
    ["5/13/2024", "2024-05-13"],
    ["Updated 03 May 2024", "2024-05-03"],
  ],
  "en-GB": [["3/5/2024", "2024-05-03"]],
  de: [
    ["Freitag, 3. Mai 2024, 8:15 Uhr", "2024-05-03"],
    ["Veröffentlicht am 03.05.2024", "2024-05-03"],
    ["3. März 2024", "2024-03-03"],
    ["Stand: 1. Dez. 2023", "2023-12-01"],
    ["3. 5. 2024", "2024-05-03"],
  ],
  "de-AT": [
    ["5. Jänner 2024", "2024-01-05"],
    ["Wien, 12. Feber 2023", "2023-02-12"],
  ],
  fr: [
    ["Publié le 1er août 2023 à 14h30", "2023-08-01"],
    ["vendredi 3 mai 2024", "2024-05-03"],
    ["14 févr. 2024", "2024-02-14"],
    ["03/05/2024", "2024-05-03"],
    ["2 déc. 2022", "2022-12-02"],
  ],
  es: [
    ["3 de mayo de 2024", "2024-05-03"],
    ["viernes, 3 mayo 2024", "2024-05-03"],
    ["Publicado el 12 de septiembre del 2023", "2023-09-12"],
    ["03/05/2024", "2024-05-03"],
    ["5 ene. 2024", "2024-01-05"],
  ],
  it: [
    ["venerdì 3 maggio 2024", "2024-05-03"],
    ["1° gennaio 2024", "2024-01-01"],
    ["Pubblicato il 3 mag 2024", "2024-05-03"],
    ["03-05-2024", "2024-05-03"],
    ["12 dicembre 2022 - 10:30", "2022-12-12"],
  ],
  pt: [
    ["3 de maio de 2024", "2024-05-03"],
    ["sexta-feira, 3 maio 2024", "2024-05-03"],
    ["1º de março de 2023", "2023-03-01"],
    ["03/05/2024 às 10h", "2024-05-03"],
    ["7 de set. de 2022", "2022-09-07"],
  ],
  nl: [
    ["vrijdag 3 mei 2024", "2024-05-03"],
    ["3 mrt. 2024", "2024-03-03"],
    ["Geplaatst op 12 augustus 2023", "2023-08-12"],
    ["03-05-2024", "2024-05-03"],
    ["1 oktober 2022", "2022-10-01"],
  ],
  pl: [
    ["3 maja 2024", "2024-05-03"],
    ["piątek, 1 grudnia 2023 r.", "2023-12-01"],
    ["12 października 2022, 08:00", "2022-10-12"],
    ["03.05.2024", "2024-05-03"],
    ["14 lut 2024", "2024-02-14"],
  ],
  sv: [
    ["3 maj 2024", "2024-05-03"],
    ["Publicerad 2024-05-03", "2024-05-03"],
    ["fredag 1 december 2023", "2023-12-01"],
    ["12 okt. 2022", "2022-10-12"],
  ],
  fi: [
    ["3. toukokuuta 2024", "2024-05-03"],
    ["Julkaistu 3.5.2024", "2024-05-03"],
    ["pe 1. joulukuuta 2023", "2023-12-01"],
    ["12.10.2022 klo 8.15", "2022-10-12"],
  ],
  cs: [
    ["3. května 2024", "2024-05-03"],
    ["pátek 1. prosince 2023", "2023-12-01"],
    ["3. 5. 2024", "2024-05-03"],
    ["12. listopadu 2022", "2022-11-12"],
  ],
  hu: [
    ["2024. május 3.", "2024-05-03"],
    ["2024. május 3., péntek 08:00", "2024-05-03"],
    ["2024. 05. 03.", "2024-05-03"],
    ["2023. dec. 1.", "2023-12-01"],
    ["2022.10.12.", "2022-10-12"],
  ],
  tr: [
    ["3 Mayıs 2024", "2024-05-03"],
    ["1 Aralık 2023 Cuma", "2023-12-01"],
    ["03.05.2024", "2024-05-03"],
    ["12 Eki 2022", "2022-10-12"],
  ],
  ru: [
    ["3 мая 2024", "2024-05-03"],
    ["1 декабря 2023 г., 10:00", "2023-12-01"],
    ["03.05.2024", "2024-05-03"],
    ["12 окт. 2022", "2022-10-12"],
  ],
  uk: [
    ["3 травня 2024", "2024-05-03"],
    ["1 грудня 2023 р.", "2023-12-01"],
    ["п’ятниця, 12 жовтня 2022", "2022-10-12"],
  ],
  el: [
    ["3 Μαΐου 2024", "2024-05-03"],
    ["1 Δεκεμβρίου 2023", "2023-12-01"],
    ["03/05/2024", "2024-05-03"],
  ],
  lt: [
    ["2024 m. gegužės 3 d.", "2024-05-03"],
    ["2023 m. gruodžio 1 d. 10:00", "2023-12-01"],
    ["2024-05-03", "2024-05-03"],
    ["2024 m. gegužės mėn. 3 d.", "2024-05-03"],
  ],
  lv: [
    ["2024. gada 3. maijā", "2024-05-03"],
    ["2024. gada 3. maijs", "2024-05-03"],
    ["2023. gada 1. decembris", "2023-12-01"],
    ["03.05.2024", "2024-05-03"],
  ],
  vi: [
    ["3 tháng 5, 2024", "2024-05-03"],
    ["Thứ sáu, ngày 3 tháng 5 năm 2024", "2024-05-03"],
    ["03/05/2024", "2024-05-03"],
  ],
  id: [["Jumat, 3 Mei 2024", "2024-05-03"]],
  ko: [
    ["2024년 5월 3일", "2024-05-03"],
    ["입력 2024.05.03. 오전 8:00", "2024-05-03"],
    ["2023년 12월 1일 금요일", "2023-12-01"],
  ],
  ja: [
    ["2024年5月3日", "2024-05-03"],
    ["令和6年5月3日", "2024-05-03"],
    ["2024/05/03 8:00", "2024-05-03"],
  ],
  zh: [
    ["2024年5月3日 星期五", "2024-05-03"],
    ["发布时间:2024-05-03 08:00", "2024-05-03"],
  ],
  th: [
    ["3 พฤษภาคม 2567", "2024-05-03"],
    ["1 ธ.ค. 2566", "2023-12-01"],
    ["๓ พฤษภาคม ๒๕๖๗", "2024-05-03"],
    ["วันศุกร์ที่ 3 พฤษภาคม พ.ศ. 2567", "2024-05-03"],
  ],
  ar: [
    ["3 مايو 2024", "2024-05-03"],
    ["٣ مايو ٢٠٢٤", "2024-05-03"],
    ["الجمعة 1 كانون الأول 2023", "2023-12-01"],
    ["3 آذار 2024", "2024-03-03"],
  ],
  fa: [
    ["۱۴ اردیبهشت ۱۴۰۳", "2024-05-03"],
    ["۱۴۰۳/۰۲/۱۴", "2024-05-03"],
    ["۱۵ ژانویه ۲۰۲۴", "2024-01-15"],
    ["جمعه ۱۰ آذر ۱۴۰۲", "2023-12-01"],
  ],
  he: [
    ["3 במאי 2024", "2024-05-03"],
    ["1 בדצמבר 2023", "2023-12-01"],
    ["03.05.2024", "2024-05-03"],
  ],
};

const near = (text: string, language: string | null) =>
  dayNearHeading([{ text, markup: "", datetime: "" }], language) ?? null;

describe("days in the languages of pages", () => {
  for (const [language, lines] of Object.entries(golden)) {
    for (const [line, day] of lines) it(`${language}: ${line}`, () => expect(near(line, language)).to.equal(day));
  }

  it("are at least 100, in at least 20 languages", () => {
    expect(Object.values(golden).flat().length).to.be.at.least(100);
    expect(Object.keys(golden).length).to.be.at.least(20);
  });

  it("are read on a page with a wrong language or none, unless a name means two months", () => {
    expect(near("3. März 2024", "en")).to.equal("2024-03-03");
    expect(near("3 мая 2024", null)).to.equal("2024-05-03");
    expect(near("2024. május 3.", "en-US")).to.equal("2024-05-03");
    expect(near("12. listopadu 2022", null)).to.equal("2022-11-12");
    expect(near("12. listopad 2022", null)).to.equal(null);
  });

  const none: [line: string, language: string][] = [
    ["3 days ago", "en"],
    ["yesterday", "en"],
    ["vor 2 Stunden", "de"],
    ["il y a 3 jours", "fr"],
    ["hace 5 minutos", "es"],
    ["3 дня назад", "ru"],
    ["© 2024 Harbour Post", "en"],
    ["Copyright 3 May 2024 Harbour Post. All rights reserved", "en"],
    ["31 February 2024", "en"],
    ["2024", "en"],
    ["May 2024", "en"],
    ["Chapter 3 of 2024 pages", "en"],
    ["12 marks 2024", "en"],
    ["12 Monkeys (1995)", "en"],
    ["10:15 and 2024 steps", "en"],
    ["13 اسفندماه 99", "fa"],
    ["31 กุมภาพันธ์ 2567", "th"],
    ["iPhone 15 Pro 2024", "en"],
  ];
  for (const [line, language] of none) it(`none in: ${line}`, () => expect(near(line, language)).to.equal(null));
});

describe("stated times", () => {
  const times: [text: string, expected: string][] = [
    ["Fri, 03 May 2024 08:00:00 GMT", "2024-05-03T08:00:00.000Z"],
    ["Fri, 03 May 2024 23:30:00 -0500", "2024-05-03T23:30:00-05:00"],
    ["Fri, 3 May 2024 08:00:00 +0530", "2024-05-03T08:00:00+05:30"],
    ["Fri, 03 May 2024 08:00 EST", "2024-05-03T08:00:00-05:00"],
    ["Fri May 03 2024 08:00:00 GMT+0200 (CEST)", "2024-05-03T08:00:00+02:00"],
    ["2024-05-03T08:00:00+02:00", "2024-05-03T08:00:00+02:00"],
    ["3 May 2024, 08:00", "2024-05-03"],
    ["3 May 2024, 28:00 GMT", "2024-05-03"],
    ["May 3, 2024 8:00 PM", "2024-05-03"],
  ];
  for (const [text, expected] of times) {
    it(`${text} keeps its day and zone`, () => expect(isoDate(text, "en")).to.equal(expected));
  }
});

describe("the date of publication", () => {
  it("is not ahead of the capture", () => {
    const metas: MetadataRead["metas"] = [
      ["article:published_time", "2031-01-01"],
      ["pubdate", "2026-03-05"],
    ];
    expect(publishedOf({ metas })).to.equal("2026-03-05");
    expect(publishedOf({ metas: metas.slice(0, 1) })).to.equal(null);
    const ahead = "2026-11-01T23:00:00+14:00";
    expect(publishedOf({ metas: [["pubdate", ahead]] })).to.equal(ahead);
  });

  const relative = ["3 days ago", "vor 3 Tagen", "il y a 3 jours", "hace 3 días", "3 дня назад", "3日前", "قبل 3 أيام"];
  for (const text of [...relative, "yesterday", "gestern", "last spring", "PT3H", "3 May"])
    it(`is not a text without a year: ${text}`, () => {
      expect(publishedOf({ metas: [["date", text]] })).to.equal(null);
      expect(publishedOf({ times: [{ value: text, role: "published" }] })).to.equal(null);
      const article = { "@type": "Article", datePublished: text };
      expect(publishedOf({ jsonLd: [JSON.stringify(article)] })).to.equal(null);
    });

  it("is that of the page's own article, not of a teaser", () => {
    const teaser = {
      "@type": "NewsArticle",
      url: "https://page.test/other",
      headline: "Storm",
      datePublished: "2026-01-01",
    };
    const own = { "@type": "NewsArticle", headline: "Low water at noon", datePublished: "2026-02-02" };
    const dateOf = (articles: object[], read: Partial<MetadataRead> = {}) =>
      publishedOf({ jsonLd: articles.map((each) => JSON.stringify(each)), ...read });
    const title = "Low water at noon | Post";
    expect(dateOf([teaser, own], { title })).to.equal("2026-02-02");
    const page = "https://www.page.test/a";
    for (const place of [
      { url: page },
      { "@id": `${page}/#article` },
      { mainEntityOfPage: { "@id": `${page}?utm=1` } },
    ])
      expect(dateOf([teaser, { ...own, ...place }]), JSON.stringify(place)).to.equal("2026-02-02");
    expect(dateOf([{ ...teaser, datePublished: "2026-03-03" }])).to.equal("2026-03-03");
    // A list of teasers has no date of its own.
    const list = [teaser, { ...teaser, headline: "Fog" }];
    expect(dateOf(list, { title })).to.equal(null);
    expect(dateOf(list, { title, metas: [["pubdate", "2026-04-04"]] })).to.equal("2026-04-04");
  });
});

function publishedOf(read: Partial<MetadataRead>): string | null {
  const nothing: MetadataRead = {
    base: "https://page.test/a/",
    title: "",
    heading: "",
    lang: null,
    charset: "UTF-8",
    metas: [],
    links: [],
    jsonLd: [],
    times: [],
    bylines: [],
    nearHeading: [],
    dateLines: [],
    cut: [],
  };
  return toMetadata({ ...nothing, ...read }, Date.parse("2026-11-01")).value.publishedTime;
}

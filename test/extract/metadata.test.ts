import { assert } from "chai";
import { toMetadata } from "#activities/extract/metadata/metadata.ts";
import type { MetadataRead } from "#activities/extract/page/readMetadata.ts";

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

const of = (read: Partial<MetadataRead>) => toMetadata({ ...nothing, ...read }, Date.parse("2026-11-01"));
const ofJsonLd = (...values: unknown[]) => of({ jsonLd: values.map((value) => JSON.stringify(value)) });

describe("metadata: titles", () => {
  it("takes the title from the most explicit declaration", () => {
    const metas: MetadataRead["metas"] = [
      ["twitter:title", "T"],
      ["og:title", "O"],
    ];
    const jsonLd = [JSON.stringify({ "@type": "NewsArticle", headline: "The headline" })];
    assert.equal(of({ title: "The headline | Site", metas, jsonLd, heading: "H" }).value.title, "The headline");
    assert.equal(of({ title: "D", metas, jsonLd, heading: "H" }).value.title, "O");
    assert.equal(of({ title: "D", metas: metas.slice(0, 1), heading: "H" }).value.title, "T");
    assert.equal(of({ title: "D", heading: "H" }).value.title, "D");
    assert.equal(of({ heading: "H" }).value.title, "H");
    assert.isNull(of({}).value.title);
  });

  it("removes the site's name from the title", () => {
    const named = (title: string, siteName: string) => of({ title, metas: [["og:site_name", siteName]] }).value.title;
    assert.equal(named("Low water - The Harbour Post", "Harbour Post"), "Low water");
    assert.equal(named("Harbour Post: Low water", "Harbour Post"), "Low water");
    assert.equal(named("Low water | Harbour Post | Tides", "Harbour Post"), "Low water");
    assert.equal(named("低水位_港口新闻", "港口新闻"), "低水位");
    assert.equal(named("Harbour Post", "Harbour Post"), "Harbour Post");
    assert.equal(
      of({ base: "https://www.harbour.test/1", title: "Low water [Harbour.test]" }).value.title,
      "Low water",
    );
    assert.equal(of({ title: "How we read the tide tables - Deep Blog" }).value.title, "How we read the tide tables");
    assert.equal(of({ title: "Tide - tables" }).value.title, "Tide - tables");
  });

  it("prefers the heading to a longer title", () => {
    assert.equal(
      of({ title: "Low water: a log | Tides | Post", heading: "Low water: a log" }).value.title,
      "Low water: a log",
    );
    assert.equal(of({ title: "Post » Low water » Tides", heading: "Low water" }).value.title, "Low water");
    assert.equal(
      of({ title: "The harbour at low water: and other lights", heading: "and other lights" }).value.title,
      "The harbour at low water: and other lights",
    );
  });

  it("decodes entities in titles", () => {
    const jsonLd = [JSON.stringify({ "@type": "NewsArticle", headline: "Tom &amp; Ada&#8217;s boat &unknown;" })];
    assert.equal(of({ title: "Tom & Ada’s boat", jsonLd }).value.title, "Tom & Ada’s boat &unknown;");
  });
});

describe("metadata: authors and dates", () => {
  it("reads author, site and dates from JSON-LD about the page", () => {
    const { value } = ofJsonLd(
      { "@type": "Organization", name: "Not this", description: "Nor this" },
      {
        "@type": "BlogPosting",
        author: [{ "@type": "Person", name: "Ada" }, "Grace"],
        publisher: { name: "The Site" },
        datePublished: "2024-01-02",
        dateModified: "2024-01-03",
        description: "This",
      },
    );
    assert.equal(value.author, "Ada, Grace");
    assert.equal(value.siteName, "The Site");
    assert.equal(value.publishedTime, "2024-01-02");
    assert.equal(value.modifiedTime, "2024-01-03");
    assert.equal(value.description, "This");
  });

  it("takes names as authors, without addresses and text beside the name", () => {
    const shown = (text: string) => of({ bylines: [{ text, markup: "byline", datetime: "" }] }).value.author;
    const { value } = of({
      metas: [["article:author", "https://social.test/ada"]],
      bylines: [{ text: "By Ada", markup: "byline", datetime: "" }],
    });
    assert.equal(value.author, "Ada");
    assert.equal(shown("By Ada Moss on 3 May 2024"), "Ada Moss");
    assert.equal(shown("Von Ada Moss | 03.05.2024, 11:30"), "Ada Moss");
    assert.equal(shown("Ada Moss and Lin Reed"), "Ada Moss and Lin Reed");
    assert.isNull(shown("Follow the author"));
    assert.isNull(shown("Updated 3 May 2024"));
    assert.isNull(shown("Ada Moss Harbour news: ticket packages"));
    assert.equal(shown("By: Ada Moss"), "Ada Moss");
  });

  const ada = { "@type": "Person", "@id": "#p1", name: "Ada Noor" };
  const ben = { "@type": "Person", "@id": "https://page.test/people/ben", name: "Ben Ito" };
  const article = (author: unknown) => ({ "@type": "Article", "@id": "#a", headline: "Harbour opens", author });
  const authors: [what: string, jsonLd: unknown[], author: string | null][] = [
    ["a reference in the same graph", [{ "@graph": [article([{ "@id": "#p1" }]), ada] }], "Ada Noor"],
    ["a reference to another block, before it", [ada, article({ "@id": "#p1" })], "Ada Noor"],
    [
      "references to two people",
      [article([{ "@id": "#p1" }, { "@id": "/people/ben" }]), [ada, ben]],
      "Ada Noor, Ben Ito",
    ],
    [
      "a reference into another object",
      [article({ "@id": "#p1" }), { "@type": "WebSite", creator: [ada] }],
      "Ada Noor",
    ],
    ["a reference of the page about the article", [{ "@type": "WebPage", author: { "@id": "#p1" } }, ada], "Ada Noor"],
    ["a reference to nothing", [article({ "@id": "#p2" }), ada], null],
    ["objects that refer to each other", [article({ "@id": "#p2" }), { "@id": "#p2", author: { "@id": "#a" } }], null],
    ["a name in a list", [article({ name: ["Ada Noor"] })], "Ada Noor"],
    ["names in a list", [article({ name: ["Ada Noor", "Ben Ito"] })], "Ada Noor, Ben Ito"],
    ["a name as an object", [article({ name: { "@type": "Person", name: "Ada Noor" } })], "Ada Noor"],
    ["a name with its language", [article([{ name: { "@value": "Ada Noor", "@language": "en" } }])], "Ada Noor"],
    ["a name in parts", [article({ "@type": "Person", givenName: "Ada", familyName: "Noor" })], "Ada Noor"],
    ["lists in lists", [article([[{ name: "Ada Noor" }], ["Ben Ito"]])], "Ada Noor, Ben Ito"],
    ["a name beside an address", [article(["https://page.test/ada", "Ada Noor"])], "Ada Noor"],
  ];
  for (const [what, jsonLd, author] of authors)
    it(`reads the author from ${what}`, () => {
      assert.equal(ofJsonLd(...jsonLd).value.author, author);
    });

  const lines: [line: string, lang: string, author: string | null][] = [
    ["Thursday", "en", null],
    ["Thursday, March 5, 2026", "en", null],
    ["Thu, 5 Mar 2026", "en", null],
    ["Thursday 5 March", "en", null],
    ["March 5", "en", null],
    ["Yesterday", "en", null],
    ["Donnerstag, 5. März 2026", "de", null],
    ["jeudi 5 mars 2026", "fr", null],
    ["ieri", "it", null],
    ["By Ada Noor, Thursday, March 5, 2026", "en", "Ada Noor"],
    ["By Ada Noor, Thu 5 Mar 2026", "en", "Ada Noor"],
    ["Von Ada Noor Donnerstag, 5. März 2026", "de", "Ada Noor"],
    ["By Lu Sun, March 5, 2026", "en", "Lu Sun"],
    ["By April May, 5 March 2026", "en", "April May"],
    ["By Bruno Mars 5 March 2026", "en", "Bruno Mars"],
  ];
  for (const [text, lang, author] of lines)
    it(`reads ${author ?? "no author"} from a line: ${text}`, () => {
      assert.equal(of({ lang, bylines: [{ text, markup: "byline", datetime: "" }] }).value.author, author);
    });

  it("cuts long texts between characters", () => {
    const long = `${"a".repeat(1_999)}😀`;
    const { value } = of({
      metas: ["description", "og:title", "keywords"].map((name) => [name, long]),
      jsonLd: [JSON.stringify({ long })],
    });
    const cut = "a".repeat(1_999);
    const { description, openGraph, keywords, jsonLd } = value;
    assert.deepEqual(
      { description, openGraph, keywords, jsonLd },
      { description: cut, openGraph: { title: cut }, keywords: [cut], jsonLd: [{ long: cut }] },
    );
  });

  it("passes over dates of zeros, days that do not exist, and texts beside a real date", () => {
    const noDates = ["0000-00-00", "0000-00-00 00:00:00", "-0001-11-30T00:00:00+00:00", "0001-01-01T00:00:00Z"];
    for (const none of [...noDates, "1970-01-01T00:00:00Z", "2026-02-31", "null", "{{ date }}"]) {
      const metas: MetadataRead["metas"] = [
        ["article:published_time", none],
        ["article:modified_time", none],
        ["article:modified_time", "2026-03-07"],
        ["pubdate", "2026-03-05"],
      ];
      const { value } = of({ metas });
      assert.deepEqual([value.publishedTime, value.modifiedTime], ["2026-03-05", "2026-03-07"], none);
      const jsonLd = [JSON.stringify([{ "@type": "Article", datePublished: none }])];
      const times = [{ value: "2026-03-05", role: null }];
      assert.equal(of({ jsonLd, times }).value.publishedTime, "2026-03-05", none);
      const listed = { "@type": "Article", datePublished: [none, "2026-03-05T08:00:00Z"] };
      assert.equal(ofJsonLd(listed).value.publishedTime, "2026-03-05T08:00:00Z", none);
    }
    for (const none of noDates) assert.isNull(of({ metas: [["date", none]] }).value.publishedTime, none);
  });

  it("prefers a person to the site as author", () => {
    const metas: MetadataRead["metas"] = [
      ["og:site_name", "Harbour Post"],
      ["author", "Harbour Post"],
    ];
    assert.equal(of({ metas }).value.author, "Harbour Post");
    const near = [{ text: "By Ada Moss", markup: "", datetime: "" }];
    assert.equal(of({ metas, nearHeading: near }).value.author, "Ada Moss");
  });

  it("reads the date near the title in the page's language", () => {
    const shown = (text: string, lang: string | null = "en") =>
      of({ lang, nearHeading: [{ text, markup: "", datetime: "" }] }).value.publishedTime;
    assert.equal(shown("3 May 2024"), "2024-05-03");
    assert.equal(shown("Sept. 3rd, 2024"), "2024-09-03");
    assert.equal(shown("Sept. 3, 2024"), "2024-09-03");
    assert.equal(shown("03.05.2024", "de"), "2024-05-03");
    assert.equal(shown("3. März 2024", "de"), "2024-03-03");
    assert.equal(shown("el 3 de mayo de 2024", "es"), "2024-05-03");
    assert.equal(shown("2024年5月3日", "ja"), "2024-05-03");
    assert.equal(shown("5/3/2024", "en"), "2024-05-03");
    assert.equal(shown("3/5/2024", "fr"), "2024-05-03");
    // Elements side by side, whose texts have no space between them.
    assert.equal(shown("Ada MossMay 3, 2024Share"), "2024-05-03");
    assert.equal(shown("Last updated03 May 2024Written by Ada Moss"), "2024-05-03");
    assert.equal(shown("May 3, 2024 • Ada Moss in Gardens and Harbours"), "2024-05-03");
    assert.equal(shown("Essays and notes, first published 2024.05.03, about the winters by the sea"), "2024-05-03");
    assert.isNull(shown("31 February 2024"));
    assert.isNull(
      shown("In the winter of 1987 on the 3 May 1987 the harbour froze for the first time that anybody knew of"),
    );
  });

  it("reads the date of publication by any name of a tag that says so", () => {
    const named = (...names: string[]) =>
      of({ metas: names.map((name, index) => [name, `2024-05-0${index + 1}`]) }).value.publishedTime;
    for (const name of ["citation_publication_date", "dc.date.issued", "published", "publish-date", "w-published-date"])
      assert.equal(named(name), "2024-05-01", name);
    for (const name of ["og:article:published_time", "publication_time", "datecreated"])
      assert.equal(named(name), "2024-05-01", name);
    for (const name of ["article:publisher", "last-published-date", "unpublish_date", "modified-date", "updatedtime"])
      assert.isNull(named(name), name);
    // The time is that of the last publication.
    assert.equal(named("published-time", "published-date"), "2024-05-02");
    assert.equal(of({ metas: [["citation_publication_date", "2024 Jun 30"]] }).value.publishedTime, "2024-06-30");
  });

  it("normalizes dates", () => {
    const stated = (text: string) => of({ metas: [["article:published_time", text]] }).value.publishedTime;
    assert.equal(stated("2024-05-03T08:00:00+02:00"), "2024-05-03T08:00:00+02:00");
    assert.equal(stated("20240503T080000+0200"), "2024-05-03T08:00:00+0200");
    assert.equal(stated("Fri, 03 May 2024 08:00:00 GMT"), "2024-05-03T08:00:00.000Z");
    assert.equal(stated("1714723200"), "2024-05-03T08:00:00.000Z");
    assert.equal(stated("May 3, 2024"), "2024-05-03");
    assert.equal(stated("spring 2024"), "spring 2024");
  });

  it("falls back to the day in the page's address", () => {
    assert.equal(of({ base: "https://page.test/2024/05/03/low-water" }).value.publishedTime, "2024-05-03");
    assert.isNull(of({ base: "https://page.test/2024/05" }).value.publishedTime);
  });
});

describe("metadata: JSON-LD", () => {
  it("flattens graphs and lists of JSON-LD and keeps their context", () => {
    const graph = {
      "@context": "https://schema.org",
      "@graph": [{ "@type": "A" }, { "@context": "own", "@type": "B" }],
    };
    assert.deepEqual(ofJsonLd([graph, [{ "@type": "C" }]], "text", 7, null).value.jsonLd, [
      { "@context": "https://schema.org", "@type": "A" },
      { "@context": "own", "@type": "B" },
      { "@type": "C" },
    ]);
  });

  it("parses JSON-LD leniently and reports invalid blocks", () => {
    const jsonLd = ['<!-- {"a": 1} -->', '/*<![CDATA[*/ {"a": 2}; /*]]>*/', '{"a": "3\n\t4"}', '{"a": }', "[[[["];
    const { value, cut } = of({ jsonLd });
    assert.deepEqual(value.jsonLd, [{ a: 1 }, { a: 2 }, { a: "3 4" }]);
    assert.deepEqual(cut, ["jsonLd.invalid"]);
  });

  it("cuts long texts, long lists and deep nesting of JSON-LD", () => {
    let deep: unknown = "bottom";
    for (let depth = 0; depth < 3000; depth += 1) deep = { deep };
    const { value, cut } = of({
      jsonLd: [
        `{"deep": ${JSON.stringify({ text: "x".repeat(5000), list: Array.from({ length: 200 }, (_, index) => index) })}}`,
        JSON.stringify(deep),
      ],
    });
    assert.isBelow(JSON.stringify(value.jsonLd).length, 4000);
    assert.deepEqual(cut, ["jsonLd"]);
  });
});

describe("metadata: bounds", () => {
  it("stays within 64,000 bytes and names what it cut", () => {
    const long = "ü".repeat(3000);
    const metas = Array.from({ length: 400 }, (_, index): [string, string] => [`og:key${index % 80}`, long]);
    const links = Array.from({ length: 400 }, (_, index) => ({
      rel: ["icon", "alternate"][index % 2] ?? "",
      href: `https://page.test/${index}/${"p".repeat(1500)}`,
      type: "application/rss+xml",
      sizes: null,
      title: null,
      hreflang: "en",
    }));
    const keywords: [string, string] = [
      "keywords",
      Array.from({ length: 300 }, (_, index) => `word ${index}`).join(","),
    ];
    const { value, cut } = of({ title: long, metas: [keywords, ...metas], links, jsonLd: [JSON.stringify({ long })] });
    assert.isAtMost(Buffer.byteLength(JSON.stringify(value)), 64_000);
    assert.lengthOf(value.title ?? "", 2000);
    assert.isAtMost(value.keywords.length, 50);
    assert.includeMembers(cut, ["jsonLd", "favicons", "feeds", "hreflang", "keywords", "openGraph"]);
  });

  it("turns repeated declarations into lists and leaves the prototype alone", () => {
    const metas: MetadataRead["metas"] = [
      ["og:image", "/a.png"],
      ["og:image", "b.png"],
      ["og:constructor", "c"],
      ["twitter:__proto__", "d"],
      ["fb:app_id", "e"],
    ];
    const { openGraph, twitter } = of({ metas }).value;
    assert.deepEqual(Object.entries(openGraph), [
      ["image", ["https://page.test/a.png", "https://page.test/a/b.png"]],
      ["constructor", "c"],
    ]);
    assert.deepEqual(Object.entries(twitter), [["__proto__", "d"]]);
  });
});

import {
  append,
  type Content,
  entriesOf,
  numbered,
  otherDigit,
  type PageKind,
  paragraph,
  set,
  siteAround,
  word,
} from "./kinds.ts";

const at = (content: Content, name: string): string => content[name] ?? "";
const each = (content: Content, name: string, write: (text: string, index: number) => string): string =>
  entriesOf(content, name).map(write).join("\n");

const japanese = [
  "港の灯台は夜に光ります。",
  "船は朝九時に出ます。",
  "切符は窓口で買えます。",
  "冬は便が少なくなります。",
  "天気が悪い日は休みです。",
];
const arabic = [
  "يفتح المكتب كل صباح.",
  "تصل السفينة في المساء.",
  "التذاكر متوفرة في الميناء.",
  "السعر ثابت هذا العام.",
  "الخدمة متوقفة في الشتاء.",
];

/** Pages in other scripts, by scripts, and with markup of another age. */
export const oddKinds: PageKind[] = [
  {
    name: "tables for layout",
    content: (random) => ({
      title: `Club of the ${word(random)}`,
      ...numbered("p", 4, () => paragraph(random)),
      fee: `${20 + random(70)} euros a year`,
    }),
    html: (
      content,
      visit,
    ) => `<html><head><title>${at(content, "title")}</title></head><body bgcolor="#ffffff"><table width="760" align="center"><tr><td colspan="2"><font size="6">${at(content, "title")}</font></td></tr>
<tr><td width="140" valign="top"><a href="${visit.link("a")}">Home</a><br><a href="${visit.link("b")}">Members</a><br><a href="${visit.link("c")}">Links</a></td>
<td>${each(content, "p", (text) => `<font face="arial">${visit.text(text)}</font><br><br>`)}Fee: ${at(content, "fee")}<br>${visit.now}<br>${visit.counter}</td></tr></table>${visit.ad()}</body></html>`,
    changes: [
      set("fee", "95 euros a year"),
      set("p0", (old) => `${old} We moved.`),
      append("p", "The meeting is on 7 June."),
      set("p3", (old) => old.replace(/^\S+/u, "Formerly")),
    ],
  },
  {
    name: "drawn by a script",
    content: (random) => ({
      title: `Rates of the ${word(random)}`,
      ...numbered("rate", 8, (index) => `${index + 1}.${100 + random(800)}`),
      text: paragraph(random),
    }),
    html: (content, visit) =>
      siteAround(
        `<div id="root"></div><script>setTimeout(() => { document.getElementById("root").innerHTML = ${JSON.stringify(
          `<main class="${visit.hashed}"><h1>${at(content, "title")}</h1><p>${at(content, "text")}</p><table>${each(content, "rate", (rate, index) => `<tr><td>Currency ${index + 1}</td><td>${rate}</td></tr>`)}</table><p>${visit.counter}</p>${visit.ad()}</main>`,
        )} }, 50)</script>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("rate5", otherDigit),
      set("rate0", otherDigit),
      set("title", (old) => `${old} today`),
      append("rate", "9.999"),
    ],
  },
  {
    name: "cards of divisions alone",
    content: (random) => ({
      ...numbered("name", 8, (index) => `Room ${index + 1} with a ${word(random)}`),
      ...numbered("price", 8, () => `${40 + random(100)} euros a night`),
      ...numbered("free", 8, (index) => `${index + 2} free`),
    }),
    html: (content, visit) =>
      siteAround(
        `<div class="${visit.hashed}"><div class="title">Rooms</div><div class="cards">${each(content, "name", (name, index) => `<div class="card"><div>${name}</div><div>${at(content, `price${index}`)}</div><div>${at(content, `free${index}`)}</div></div>`)}</div>${visit.ad()}<div>${visit.counter}</div></div>`,
        { title: "Rooms", visit },
      ),
    changes: [
      set("free3", "Booked out"),
      set("price0", "39 euros a night"),
      set("name7", (old) => `${old} and sea view`),
      (content) => ({ ...content, name8: "Room 9 under the roof", price8: "30 euros a night", free8: "1 free" }),
    ],
  },
  {
    name: "Japanese",
    content: (random) => ({
      title: "港のお知らせ",
      ...numbered("p", 5, (index) => `${japanese[index] ?? ""}${japanese[random(5)] ?? ""}`),
      price: `${1_000 + random(8_000)}円`,
    }),
    html: (content, visit) =>
      siteAround(
        `<main lang="ja"><h1>${at(content, "title")}</h1><p>料金は${at(content, "price")}です。</p>${each(content, "p", (text) => `<p>${text}</p>${visit.ad()}`)}<p>${visit.now}</p></main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("price", "9999円"),
      set("p2", "切符は売り切れました。"),
      set("title", "大切なお知らせ"),
      append("p", "船は来月から変わります。"),
    ],
  },
  {
    name: "Arabic",
    content: (random) => ({
      title: "أخبار الميناء",
      ...numbered("p", 5, (index) => `${arabic[index] ?? ""} ${arabic[random(5)] ?? ""}`),
      price: `${100 + random(800)} درهم`,
    }),
    html: (content, visit) =>
      siteAround(
        `<main dir="rtl" lang="ar"><h1>${at(content, "title")}</h1><p>السعر ${at(content, "price")}</p>${each(content, "p", (text) => `<p>${visit.text(text)}</p>`)}${visit.ad()}<p>${visit.counter}</p></main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("price", "999 درهم"),
      set("p1", "لا تصل السفينة اليوم."),
      set("title", "أخبار عاجلة"),
      append("p", "المكتب مغلق غدا."),
    ],
  },
  {
    name: "without any landmark",
    content: (random) => ({
      ...numbered("line", 9, (index) => `${word(random)} ${word(random)} ${index}: ${10 + random(900)} units`),
    }),
    html: (content, visit) =>
      `<!doctype html><title>Stock</title><body><h1>Stock</h1>${each(content, "line", (line) => `<div>${line}</div>`)}<p>${visit.now}</p>${visit.ad()}`,
    changes: [
      set("line4", (old) => old.replace(/\d+ units/u, "0 units")),
      append("line", "rope 10: 5 units"),
      set("line0", "gone"),
      set("line8", (old) => old.replace(/\d+ units/u, "951 units")),
    ],
  },
  {
    name: "plain text",
    content: (random) => ({
      ...numbered("line", 12, (index) => `${index + 1}. ${word(random)} ${word(random)} ${10 + random(900)}`),
    }),
    html: (content, visit) => `<!doctype html><title>Readings</title><body><pre>Readings
${visit.now}
${entriesOf(content, "line").join("\n")}</pre>`,
    changes: [
      set("line5", otherDigit),
      append("line", "13. rope 700"),
      set("line0", "1. none"),
      set("line11", otherDigit),
    ],
  },
];

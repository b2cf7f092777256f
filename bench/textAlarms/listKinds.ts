import {
  append,
  type Content,
  entriesOf,
  numbered,
  otherDigit,
  type PageKind,
  paragraph,
  sentence,
  set,
  siteAround,
  word,
} from "./kinds.ts";

const at = (content: Content, name: string): string => content[name] ?? "";
const each = (content: Content, name: string, write: (text: string, index: number) => string): string =>
  entriesOf(content, name).map(write).join("\n");

/** Pages that are mostly lists, cards and tables. */
export const listKinds: PageKind[] = [
  {
    name: "product",
    content: (random) => ({
      title: `The ${word(random)} lamp`,
      price: `€${10 + random(90)}.50`,
      stock: "In stock",
      text: paragraph(random),
      ...numbered("fact", 5, (index) => `${10 + random(90)} cm ${index}`),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><div class="product ${visit.hashed}"><h1>${at(content, "title")}</h1><div class="price">${at(content, "price")}</div>
<div class="stock">${at(content, "stock")}</div><p class="viewers">${visit.counter}</p><button>Add to cart</button>
<div class="description"><p>${visit.text(at(content, "text"))}</p></div><table>${each(content, "fact", (fact, index) => `<tr><th>Measure ${index + 1}</th><td>${fact}</td></tr>`)}</table></div>${visit.ad()}${visit.related}</main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("price", otherDigit),
      set("stock", "Sold out"),
      set("fact2", "102 cm"),
      set("title", (old) => `${old} II`),
    ],
  },
  {
    name: "list of products",
    content: (random) => ({
      ...numbered("name", 12, (index) => `${word(random)} lamp ${index + 1}`),
      ...numbered("price", 12, () => `€${10 + random(90)}.90`),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Lamps</h1><div class="cards">${each(content, "name", (name, index) => `<div class="card ${visit.hashed}"><a href="${visit.link(`p${index}`)}"><h3>${name}</h3></a><p>${at(content, `price${index}`)}</p></div>${visit.ad()}`)}</div><p>${visit.counter}</p></main>`,
        { title: "Lamps", visit },
      ),
    changes: [
      set("price7", otherDigit),
      (content) => ({ ...content, name12: "Winter lantern", price12: "€77.00" }),
      set("name0", (old) => `${old} (used)`),
      set("price11", "Sold out"),
    ],
  },
  {
    name: "plans and prices",
    content: (random) => ({
      ...numbered("plan", 3, (index) => ["Small", "Medium", "Large"][index] ?? ""),
      ...numbered("price", 3, (index) => `$${9 + index * 20 + random(9)} a month`),
      ...numbered("feature", 9, (index) => `${(index + 1) * 100} ${word(random)} renders`),
    }),
    html: (content, visit) =>
      siteAround(
        `<section><h1>Pricing</h1><p>Choose a plan. You can change it at any time.</p><div class="cards">${each(
          content,
          "plan",
          (plan, index) =>
            `<div class="card"><h2>${plan}</h2><p class="amount">${at(content, `price${index}`)}</p><ul>${[0, 1, 2].map((n) => `<li>${at(content, `feature${index * 3 + n}`)}</li>`).join("")}</ul><button>Choose</button></div>`,
        )}</div><p>${visit.counter}</p>${visit.ad()}</section>`,
        { title: "Pricing", visit },
      ),
    changes: [
      set("price1", otherDigit),
      set("feature8", "Unlimited renders"),
      set("plan2", "Huge"),
      set("price0", "Free"),
    ],
  },
  {
    name: "status page",
    content: (random) => ({
      summary: "All systems work",
      ...numbered("part", 6, (index) => `${word(random)} service ${index + 1}`),
      ...numbered("state", 6, () => "Operational"),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>${at(content, "summary")}</h1><p>${visit.now}</p><div class="components">${each(content, "part", (part, index) => `<div class="component"><span class="name">${part}</span> <span class="state">${at(content, `state${index}`)}</span></div>`)}</div></main>`,
        { title: "Status", visit },
      ),
    changes: [
      set("state3", "Degraded"),
      set("summary", "Some systems are slow"),
      set("state0", "Major outage"),
      (content) => ({ ...content, part6: "Mail service", state6: "Operational" }),
    ],
  },
  {
    name: "jobs",
    content: (random) => ({
      ...numbered("job", 6, (index) => `Engineer of ${word(random)} ${index + 1}`),
      ...numbered("place", 6, (index) => ["Bergen", "Ghent", "Porto"][index % 3] ?? ""),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Open positions</h1><ul class="jobs">${each(content, "job", (job, index) => `<li><a href="${visit.link(`job${index}`)}">${job}</a> <span>${at(content, `place${index}`)}</span></li>`)}</ul>${visit.ad()}<p>${visit.counter}</p></main>`,
        { title: "Jobs", visit },
      ),
    changes: [
      (content) => ({ ...content, job6: "Keeper of the lighthouse", place6: "Brest" }),
      set("place2", "Remote"),
      set("job0", (old) => `Senior ${old}`),
      set("job5", "Baker"),
    ],
  },
  {
    name: "timetable",
    content: (random) => ({
      ...numbered("to", 8, (index) => `${word(random)} island ${index + 1}`),
      ...numbered("at", 8, (index) => `${8 + index}.${10 + random(49)} h`),
      ...numbered("quay", 8, () => `Quay ${1 + random(8)}`),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Departures</h1><p>${visit.now}</p><table><thead><tr><th>To</th><th>At</th><th>From</th></tr></thead><tbody>${each(content, "to", (to, index) => `<tr class="${visit.hashed}"><td>${to}</td><td>${at(content, `at${index}`)}</td><td>${at(content, `quay${index}`)}</td></tr>`)}</tbody></table>${visit.ad()}</main>`,
        { title: "Departures", visit },
      ),
    changes: [
      set("at4", (old) => `${old} cancelled`),
      set("quay7", "Quay 9"),
      (content) => ({ ...content, to8: "North cape", at8: "22.15 h", quay8: "Quay 2" }),
      set("at0", "7.15 h"),
    ],
  },
  {
    name: "press releases",
    content: (random) => ({
      ...numbered("head", 6, (index) => `${word(random)} of the ${word(random)} opens ${index + 1}`),
      ...numbered("teaser", 6, () => sentence(random)),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Press</h1>${each(content, "head", (head, index) => `<article class="${visit.hashed}"><h2><a href="${visit.link(`press${index}`)}">${head}</a></h2><p>${visit.text(at(content, `teaser${index}`))}</p></article>`)}${visit.ad()}<p>${visit.now}</p></main>`,
        { title: "Press", visit },
      ),
    changes: [
      (content) => ({ ...content, head6: "Quay and Sons buys a boat", teaser6: "It is the first one with sails." }),
      set("head0", (old) => `${old} late`),
      set("teaser3", (old) => `${old} Tickets are gone.`),
      set("head5", "Nothing new"),
    ],
  },
  {
    name: "landing page",
    content: (random) => ({
      title: `Boats by the ${word(random)}`,
      lead: sentence(random),
      ...numbered("card", 6, () => sentence(random)),
      cta: "Only 12 boats are left",
    }),
    html: (content, visit) =>
      siteAround(
        `<section class="hero"><h1>${at(content, "title")}</h1><p>${visit.text(at(content, "lead"))}</p><p>${at(content, "cta")}</p></section><section class="cards">${each(content, "card", (card, index) => `<div class="card"><h3>Reason ${index + 1}</h3><p>${card}</p></div>`)}</section>${visit.ad()}<p>${visit.counter}</p>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("cta", "Only 11 boats are left"),
      set("title", (old) => `${old} and the sea`),
      append("card", "You get a map of the coast with each boat."),
      set("lead", (old) => `${old} From May on.`),
    ],
  },
  {
    name: "short notice",
    content: (random) => ({
      title: "Opening hours",
      hours: `Monday to Friday, ${8 + random(2)}.00 to 1${6 + random(3)}.30`,
      note: "Closed on Sundays",
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>${at(content, "title")}</h1><p>${at(content, "hours")}</p><p>${at(content, "note")}</p>${visit.ad()}<p>${visit.now}</p></main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("hours", "By appointment"),
      set("note", "Closed until further notice"),
      set("hours", (old) => old.replace("Friday", "Saturday")),
      set("note", (old) => `${old} and on 24 December`),
    ],
  },
  {
    name: "facts of a house",
    content: (random) => ({
      title: `House at the ${word(random)}`,
      ...numbered("fact", 8, (index) => `${2 + random(900)} ${["m²", "rooms", "euros", "floors"][index % 4]}`),
      text: paragraph(random),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>${at(content, "title")}</h1><dl>${each(content, "fact", (fact, index) => `<dt>Fact ${index + 1}</dt><dd>${fact}</dd>`)}</dl><p>${visit.text(at(content, "text"))}</p><p>${visit.counter}</p>${visit.related}</main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("fact2", "123456 euros"),
      set("title", (old) => `Reserved: ${old}`),
      append("fact", "1 balcony"),
      set("text", (old) => `${old} It is sold.`),
    ],
  },
];

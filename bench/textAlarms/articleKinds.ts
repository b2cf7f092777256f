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
const lastWord = (next: string) => (old: string) => `${old.split(" ").slice(0, -1).join(" ")} ${next}.`;

/** Pages that are mostly running text. */
export const articleKinds: PageKind[] = [
  {
    name: "news article",
    content: (random) => ({
      title: `Council decides on the ${word(random)} of the ${word(random)}`,
      ...numbered("p", 5, () => paragraph(random)),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><article><h1>${at(content, "title")}</h1><p class="meta">By Ilse Brandt. ${visit.now}</p><p>${visit.counter}</p>
${entriesOf(content, "p")
  .map((text) => `<p>${visit.text(text)}</p>${visit.ad()}`)
  .join("\n")}</article>${visit.related}</main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("p2", lastWord("postponed")),
      set("title", (old) => `${old}, again`),
      append("p", "Correction: The vote was on Tuesday, not on Monday."),
      set("p4", (old) => old.replace(/^\S+/u, "Nevertheless")),
    ],
  },
  {
    name: "documentation",
    content: (random) => ({
      title: `Set the ${word(random)}`,
      ...numbered("p", 4, () => paragraph(random)),
      code: `quay --limit ${10 + random(80)} --retry 3`,
      version: `2.${random(9)}.4`,
    }),
    html: (content, visit) =>
      siteAround(
        `<div style="display:flex"><nav><ul>${["Install", "Run", "Configure", "Deploy"].map((name) => `<li><a href="${visit.link(name)}">${name}</a></li>`).join("")}</ul></nav>
<div class="content ${visit.hashed}"><h1>${at(content, "title")}</h1><p>Since version ${at(content, "version")}. ${visit.now}</p>${entriesOf(
          content,
          "p",
        )
          .map((text, index) => `<h2>Step ${index + 1}</h2><p>${visit.text(text)}</p>`)
          .join("")}<pre><code>${at(content, "code")}</code></pre>${visit.ad()}</div></div>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("code", otherDigit),
      set("version", otherDigit),
      set("p1", lastWord("deprecated")),
      append("p", sentenceOf("This setting has no effect on Windows")),
    ],
  },
  {
    name: "recipe",
    content: (random) => ({
      title: `Soup with ${word(random)}`,
      ...numbered("item", 7, (index) => `${2 + random(80)} g ${word(random)} ${index}`),
      ...numbered("step", 5, () => sentence(random)),
      time: `${20 + random(60)} minutes`,
    }),
    html: (content, visit) =>
      siteAround(
        `<article><h1>${at(content, "title")}</h1><p>Ready after ${at(content, "time")}</p><p>${visit.counter}</p>${visit.ad()}<h2>Ingredients</h2><ul>${entriesOf(
          content,
          "item",
        )
          .map((text) => `<li>${text}</li>`)
          .join("")}</ul><h2>Steps</h2><ol>${entriesOf(content, "step")
          .map((text) => `<li>${visit.text(text)}</li>`)
          .join("")}</ol></article>${visit.related}`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("item3", (old) => old.replace(/\d+/u, "95")),
      append("item", "1 pinch of saffron"),
      set("time", "95 minutes"),
      set("step2", lastWord("slowly")),
    ],
  },
  {
    name: "terms of use",
    content: (random) => ({
      ...numbered("head", 6, (index) => `${index + 1}. The ${word(random)} of the ${word(random)}`),
      ...numbered("p", 6, () => paragraph(random)),
      days: `${10 + random(30)} days`,
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Terms of use</h1><p>${visit.now}</p><p>You may return goods within ${at(content, "days")}.</p>${entriesOf(
          content,
          "p",
        )
          .map((text, index) => `<section><h2>${at(content, `head${index}`)}</h2><p>${visit.text(text)}</p></section>`)
          .join("")}</main>`,
        { title: "Terms of use", visit },
      ),
    changes: [
      set("days", "45 days"),
      set("p5", lastWord("void")),
      set("head3", (old) => `${old} and liability`),
      set("p0", (old) => `${old} This does not apply to consumers.`),
    ],
  },
  {
    name: "changelog",
    content: (random) => ({
      ...numbered("version", 4, (index) => `1.${9 - index}.${random(9)}`),
      ...numbered("note", 4, () => sentence(random)),
      ...numbered("fix", 4, () => `Fix the ${word(random)} of the ${word(random)}`),
    }),
    html: (content, visit) =>
      siteAround(
        `<main class="${visit.hashed}"><h1>Changelog</h1>${entriesOf(content, "version")
          .map(
            (version, index) =>
              `<h2>${version}</h2><ul><li>${visit.text(at(content, `note${index}`))}</li><li>${at(content, `fix${index}`)}</li></ul>${visit.ad()}`,
          )
          .join("")}<p>${visit.counter}</p></main>`,
        { title: "Changelog", visit },
      ),
    changes: [
      (content) => ({ ...content, version4: "1.5.0", note4: "Drop support of old browsers.", fix4: "Fix nothing" }),
      set("version0", otherDigit),
      set("note0", lastWord("faster")),
      set("fix3", (old) => `${old} (security)`),
    ],
  },
  {
    name: "questions and answers",
    content: (random) => ({
      ...numbered("q", 6, () => `How does the ${word(random)} of a ${word(random)} work?`),
      ...numbered("a", 6, () => paragraph(random)),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>Questions</h1>${entriesOf(content, "q")
          .map(
            (question, index) =>
              `<details open><summary>${question}</summary><p>${visit.text(at(content, `a${index}`))}</p></details>`,
          )
          .join("")}${visit.ad()}<p>${visit.now}</p></main>`,
        { title: "Questions", visit },
      ),
    changes: [
      set("a1", lastWord("free")),
      set("q4", "May I pay by cheque?"),
      (content) => ({ ...content, q6: "Do you deliver abroad?", a6: "We deliver to Norway and Iceland." }),
      set("a5", (old) => old.replace(/^\S+/u, "Never")),
    ],
  },
  {
    name: "wiki article",
    content: (random) => ({
      title: `${word(random)} bridge`,
      length: `${100 + random(900)} m`,
      built: `19${10 + random(80)}`,
      ...numbered("p", 4, () => paragraph(random)),
    }),
    html: (content, visit) =>
      siteAround(
        `<div id="content"><h1>${at(content, "title")}</h1><table class="infobox"><tr><th>Length</th><td>${at(content, "length")}</td></tr><tr><th>Built</th><td>${at(content, "built")}</td></tr></table>${entriesOf(
          content,
          "p",
        )
          .map((text, index) => `<h2>Part ${index + 1}</h2><p>${visit.text(text)}<sup>[${index + 1}]</sup></p>`)
          .join("")}<p>${visit.counter}. ${visit.now}</p></div>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      set("length", "1012 m"),
      set("built", "1902"),
      set("p3", lastWord("demolished")),
      set("p0", (old) => old.replace(" ", " reportedly ")),
    ],
  },
  {
    name: "forum thread",
    content: (random) => ({
      title: `My ${word(random)} does not start`,
      ...numbered("post", 4, () => paragraph(random)),
    }),
    html: (content, visit) =>
      siteAround(
        `<main><h1>${at(content, "title")}</h1>${entriesOf(content, "post")
          .map(
            (text, index) =>
              `<div class="post ${visit.hashed}"><div class="author">user${index}</div><div class="body"><p>${visit.text(text)}</p></div></div>`,
          )
          .join("")}<p>${visit.counter}</p>${visit.ad()}</main>`,
        { title: at(content, "title"), visit },
      ),
    changes: [
      append("post", "I had the same problem. A new fuse solved it, and it has worked for two weeks now."),
      set("post0", (old) => `${old} Edit: it is solved.`),
      set("title", (old) => `[Solved] ${old}`),
      set("post2", lastWord("broken")),
    ],
  },
];

function sentenceOf(text: string): string {
  return `${text}.`;
}

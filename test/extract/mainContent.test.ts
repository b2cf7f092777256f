import { assert } from "chai";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";

const markdownOf = (body: string, declared = false) =>
  convertPage({ html: `<html><body>${body}</body></html>`, title: "", heading: "", declared });

const story = Array.from(
  { length: 6 },
  (_, index) =>
    `<p>On day ${index} the tide came in later than the tables said, and the keeper wrote it down, hour by hour.</p>`,
).join("");

describe("the main content", () => {
  it("is the list on a list page", () => {
    const boats = ["Anna", "Berta", "Carla", "Dora", "Emma"];
    const items = boats.map(
      (name) =>
        `<div class="card"><h3><a href="https://x.test/${name}">The ${name}</a></h3><p>Built of oak in the yard at the old mole, and still afloat.</p></div>`,
    );
    const markdown = markdownOf(
      `<div class="menu"><a href="https://x.test/in">Sign in</a></div><main><h1 data-level="1">Boats</h1>${items.join("")}</main>
      <div class="cookie-banner"><p>We use cookies to improve your experience, and you accept that.</p></div>
      <footer><p>© 2024 The yard. All rights reserved.</p></footer>`,
    );
    for (const name of boats) assert.include(markdown, `The ${name}`);
    for (const beside of ["Sign in", "cookies", "©"]) assert.notInclude(markdown, beside);
  });

  it("is the whole discussion, not its longest part", () => {
    const posts = ["Ada", "Otto", "Ines"].map(
      (name) =>
        `<div class="post"><b>${name}</b><div class="body">${name} says that the bowline holds in any weather, if you tie it well.</div></div>`,
    );
    const markdown = markdownOf(`<h1 data-level="1">Which knot?</h1><div class="thread">${posts.join("")}</div>`);
    for (const name of ["Ada", "Otto", "Ines"]) assert.include(markdown, `${name} says that the bowline`);
  });

  it("keeps a table whole, empty cells included", () => {
    const rows = Array.from({ length: 12 }, (_, index) => `<tr><td>${index}</td><td></td></tr>`).join("");
    const markdown = markdownOf(
      `<p>Readings of the gauge.</p><table><tr><th>No.</th><th>Remark</th></tr>${rows}</table>`,
    );
    assert.include(markdown, "| 11 |  |");
    assert.lengthOf(markdown.match(/^\|/gmu) ?? [], 14);
  });

  it("has a repeated caption once", () => {
    const caption = "The keeper of the light, left, and his dog at the door of the tower on Monday.";
    const slides = `<div class="slide"><img src="https://x.test/a.png"><p>${caption}</p></div>`.repeat(3);
    assert.lengthOf(markdownOf(`<article><h1>Log</h1>${slides}${story}</article>`, true).split(caption), 2);
  });

  it("is the article of a declared article page, without what follows it", () => {
    const related = `<div class="related"><h3>Read more</h3>${'<p><a href="https://x.test/">Another story of the coast</a></p>'.repeat(8)}</div>`;
    const markdown = markdownOf(`<article><h1>Log</h1>${story}</article>${related}`, true);
    assert.include(markdown, "On day 5");
    assert.notInclude(markdown, "Another story");
  });
});

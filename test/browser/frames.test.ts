import { expect } from "chai";
import { buildFrameProbe, framePartsOf } from "#activities/extract/frameProbe.ts";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import { readValues } from "#activities/extract/values/readValues.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { useBrowser } from "./support.ts";

const extracts: readonly ExtractName[] = ["markdown", "links"];

// Desktop Chromium isolates sites by default; the headless shell only with the switch.
for (const [how, extraArgs] of [
  ["of the page's process", []],
  ["of other processes", ["--site-per-process"]],
] as const)
  describe(`capture: frames ${how}`, function () {
    this.timeout(60_000);
    const browser = useBrowser({ extraArgs });

    async function read(html: string, values: readonly ValueEntry[] = []) {
      const url = browser.site.page("/framed", `<!doctype html><title>Framed</title>${html}`);
      const captured = await browser.capture(
        { url, screenshot: null },
        {
          probe: buildProbe(extracts, values),
          frameProbe: buildFrameProbe(framePartsOf(extracts, values)),
          readsText: true,
        },
      );
      const outputs = await runExtractors(extracts, captured, { finalUrl: captured.page.finalUrl, owner: "account" });
      const [markdown, links] = outputs.map(({ bytes }) => bytes.toString("utf8"));
      const hrefs: { href: string }[] = JSON.parse(links ?? "[]");
      return {
        frames: captured.page.frames,
        text: captured.contents.text ?? "",
        markdown: markdown ?? "",
        links: hrefs.map(({ href }) => href),
        values: await readValues(values, captured, { owner: "account" }),
      };
    }

    /** Serves a document for a frame and returns its address. */
    const frame = (path: string, html: string, host = "other.test") => {
      browser.site.page(path, `<!doctype html><body>${html}`);
      return browser.site.url(path, host);
    };
    const long = (word: string) => `<p>${`${word} words of a paragraph that is content. `.repeat(8)}</p>`;

    it("are read in their places, of the page's own site and of others, also inside one another", async () => {
      const inner = frame("/inner", `${long("innermost")}<a href="/deep">deep</a>`, "site.test");
      const jobs = frame("/jobs", `<h2>Open positions</h2>${long("foreign")}<iframe src="${inner}"></iframe>`);
      const own = frame(
        "/own",
        `<p>The price of the rocket skates is <b id=price>1.299,00 €</b>. ${"It is the price of today. ".repeat(8)}</p><a href="own-link">own</a>`,
        "site.test",
      );
      const { markdown, text, links, frames, values } = await read(
        `<main><h1>Jobs</h1>${long("first")}<iframe src="${own}"></iframe>${long("middle")}
       <div><iframe src="${jobs}"></iframe></div>${long("last")}</main>`,
        [
          { name: "price", selector: "#price", as: "number" },
          { name: "headings", selector: "h1, h2", as: "list" },
          { name: "inner", pattern: "innermost (\\w+)" },
        ],
      );
      const order = ["first", "1.299,00 €", "middle", "Open positions", "foreign", "innermost words", "last"];
      const places = order.map((words) => markdown.indexOf(words));
      expect(places).to.deep.equal(places.toSorted((one, other) => one - other));
      expect(places).to.not.include(-1);
      for (const words of order) expect(text).to.contain(words);
      expect(links).to.deep.equal([browser.site.url("/own-link"), browser.site.url("/deep")]);
      expect(frames).to.deep.equal({ read: 3 });
      expect(values["price"]).to.deep.equal({ value: 1299, text: "1.299,00 €" });
      expect(values["headings"]?.value).to.deep.equal(["Jobs", "Open positions"]);
      expect(values["inner"]).to.deep.equal({ value: "words", text: "words" });
    });

    it("are a page's whole content in a frameset", async () => {
      const left = frame("/left", long("left"), "site.test");
      const right = frame("/right", long("right"));
      const { markdown, frames } = await read(
        `<frameset cols="50%,50%"><frame src="${left}"><frame src="${right}"></frameset>`,
      );
      expect(markdown).to.match(/left words[^]*right words/u);
      expect(frames).to.deep.equal({ read: 2 });
    });

    it("are left out when they are hidden, and told when they are too many, too large, too deep or silent", async () => {
      const shown = frame("/shown", "<p>shown words</p>");
      const hidden = frame("/hidden", "<p>hidden words</p>");
      const large = frame("/large", `<p>${"large ".repeat(300_000)}</p>`);
      let nested = frame("/level-5", "<p>level 5</p>");
      for (const level of [4, 3, 2, 1])
        nested = frame(`/level-${level}`, `<p>level ${level}</p><iframe src="${nested}"></iframe>`);
      const many = `<iframe src="${shown}"></iframe>`.repeat(18);
      const { text, frames } = await read(
        `<p>page</p><iframe src="${hidden}" style="display: none"></iframe><iframe src="${large}"></iframe>
       <iframe src="${nested}"></iframe>${many}<iframe src="${shown}"></iframe>`,
      );
      expect(text)
        .to.contain("level 3")
        .and.not.match(/level 4|hidden|large/u);
      expect(text.match(/shown words/gu)).to.have.length(17);
      expect(frames).to.deep.equal({ read: 20, leftOut: { tooLarge: 1, tooDeep: 1, tooMany: 2 } });
    });

    it("do not hold up a capture when they do not answer", async () => {
      const silent = frame("/spinning", "<script>setTimeout(() => { for (;;); }, 50)</script>", "127.0.0.1");
      const shown = frame("/beside", "<p>words beside</p>");
      const { text, frames } = await read(
        `<p>page</p><iframe src="${silent}"></iframe><iframe src="${shown}"></iframe>`,
      );
      expect(text).to.contain("page");
      // Within the page's process, the spinning script is ended, and all answer again.
      if (how === "of other processes") expect(frames?.leftOut?.unanswered ?? 0).to.be.greaterThan(0);
      else expect(text).to.contain("words beside");
    });
  });

import { expect } from "chai";
import { fullPage, useBrowser } from "./support.ts";
import { readPdf } from "../support/readPdf.ts";

/** Counts from 0 to 500 within 1.2 seconds, from the load event on or once it is seen. */
const counters: Record<string, string> = {
  "by frames": `const from = performance.now(); const step = (now) => { const share = Math.min(1, (now - from) / 1200); show(Math.round(500 * share * (2 - share))); if (share < 1) requestAnimationFrame(step) }; requestAnimationFrame(step)`,
  "by an interval of 10 ms": `let value = 0; const timer = setInterval(() => { value = Math.min(500, value + 5); show(value); if (value === 500) clearInterval(timer) }, 10)`,
  "by an interval of 50 ms": `let value = 0; const timer = setInterval(() => { value = Math.min(500, value + 20); show(value); if (value === 500) clearInterval(timer) }, 50)`,
};
const shows: Record<string, string> = {
  "as the text of an element": `element.textContent = value`,
  "as HTML with a unit": `element.innerHTML = "$" + value.toLocaleString("en") + " k"`,
  "in its text node": `element.firstChild.data = value + " %"`,
};
const page = (count: string, show: string, start = "load") => `<body style="margin:0;font:40px sans-serif">
  <p id=number>0</p><script>
    const element = document.getElementById("number");
    const show = (value) => { ${show} };
    const run = () => { ${count} };
    ${start === "load" ? "run()" : "new IntersectionObserver(([{ isIntersecting }], observer) => { if (isIntersecting) { observer.disconnect(); run() } }).observe(element)"}
  </script>`;
const readText = `document.getElementById("number").textContent`;

describe("capture: texts that a script changes step by step", () => {
  const browser = useBrowser();

  for (const [how, count] of Object.entries(counters))
    for (const [where, show] of Object.entries(shows))
      it(`a number that counts up ${how}, ${where}, is read at its end`, async () => {
        const url = browser.site.page("/count", page(count, show));
        expect((await browser.capture({ url }, { probe: readText })).probed).to.include("500");
        const { probed } = await browser.capture({ url, screenshot: null }, { probe: readText });
        expect(probed).to.include("500");
      });

  it("the picture shows its end, too", async () => {
    const counting = browser.site.page("/count", page(counters["by frames"] ?? "", `element.textContent = value`));
    const still = browser.site.page("/still", page(`show(500)`, `element.textContent = value`));
    const pixels = async (url: string) => (await browser.capture({ url })).screenshot?.bytes.toString("base64");
    expect(await pixels(counting)).to.equal(await pixels(still));
  });

  it("a number that counts once it is seen is read at its end on a whole page and in a PDF", async () => {
    const html = `<div style="height:2000px"></div>${page(counters["by an interval of 50 ms"] ?? "", `element.textContent = value`, "seen")}`;
    const url = browser.site.page("/seen", html);
    expect((await browser.capture({ url, ...fullPage }, { probe: readText })).probed).to.equal("500");
    const { pdf } = await browser.capture({ url, screenshot: null, pdf: {} });
    expect((await readPdf(pdf?.bytes ?? Buffer.alloc(0))).texts.join(" ")).to.include("500");
  });

  it("words that are typed are read as a whole", async () => {
    const type = `const words = "Made for the web"; let length = 1; const timer = setInterval(() => { show(words.slice(0, ++length)); if (length === words.length) clearInterval(timer) }, 60)`;
    const url = browser.site.page("/typed", page(type, `element.textContent = value`).replace("<p", "<p class=typed"));
    expect((await browser.capture({ url }, { probe: readText })).probed).to.equal("Made for the web");
  });
});

import { expect } from "chai";
import sharp from "sharp";
import { fullPage, green, picture, useBrowser } from "./support.ts";

const viewport = { width: 400, height: 300 };
const count = 16;
const height = 210;
const places = (html: string) =>
  Array.from({ length: count }, (_, index) => html.replaceAll("NUMBER", String(index))).join("");
const style = `<style>body { margin: 0 } .late { display: block; width: 400px; height: ${height}px } .late img { width: 100%; height: 100% }</style>`;
const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

/** Calls `load(element)` for each element in view once scrolling has paused. */
const paused = (ms: number, load: string) => `<script>
  const load = (element) => { ${load} };
  const look = () => { for (const element of document.querySelectorAll(".late:not([done])")) { const { top, bottom } = element.getBoundingClientRect(); if (bottom > 0 && top < innerHeight) { element.setAttribute("done", ""); load(element) } } };
  let timer; addEventListener("scroll", () => { clearTimeout(timer); timer = setTimeout(look, ${ms}) }); look();
</script>`;
/** Loads an element that has been in view for a time. */
const dwelling = (ms: number, load: string) => `<script>
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) { clearTimeout(target.timer); if (isIntersecting) target.timer = setTimeout(() => { ${load.replaceAll("element", "target")} }, ${ms}) } });
  document.querySelectorAll(".late").forEach((element) => observer.observe(element));
</script>`;

const take = "element.src = element.dataset.src; element.removeAttribute('data-src')";
const image = `<img class=late data-src="/image.png?NUMBER">`;
const kinds: Record<string, string> = {
  "images without an address, after 150 ms": places(image) + paused(150, take),
  "images without an address, after 300 ms": places(image) + paused(300, take),
  "images with a stand-in":
    places(`<img class=late data-original="/image.png?NUMBER" src="${blank}">`) +
    paused(200, "element.src = element.dataset.original"),
  "images with a small file of another address":
    places(`<img class=late data-src="/image.png?NUMBER" src="/tiny.png">`) +
    paused(200, "element.src = element.dataset.src"),
  "sources of a picture element":
    places(`<picture><source data-srcset="/image.png?NUMBER"><img class=late src="${blank}"></picture>`) +
    paused(200, "const source = element.previousElementSibling; source.srcset = source.dataset.srcset"),
  backgrounds:
    places(`<div class=late data-bg="/image.png?NUMBER"></div>`) +
    paused(200, "element.style.background = `url(${element.dataset.bg}) 0 0 / cover`"),
  "boxes that scripts fill":
    places(`<section class=late></section>`) + paused(200, "element.innerHTML = '<img src=/image.png>'"),
  "skeletons that scripts replace":
    places(`<div class="late skeleton" style="background:#eee"></div>`) +
    paused(200, "element.style.background = 'green'"),
  "images that must be in view for a while": places(image) + dwelling(250, take),
  "lists of a server, then their images":
    places(`<div class=late data-src=NUMBER></div>`) +
    paused(
      0,
      "fetch('/list').then((reply) => reply.json()).then(async ([address]) => { const { src } = await (await fetch(address)).json(); element.innerHTML = '<img src=' + src + '>' })",
    ),
};

describe("capture: the whole page, loaders that wait for scrolling to pause", () => {
  const browser = useBrowser();
  before(async () => {
    const make = (size: number, color: { r: number; g: number; b: number }) =>
      sharp({ create: { width: size, height: size, channels: 3, background: color } })
        .png()
        .toBuffer();
    const [large, tiny] = await Promise.all([make(10, { r: 0, g: 128, b: 0 }), make(4, { r: 255, g: 0, b: 0 })]);
    const serve = (path: string, ms: number, [type, body]: [string, Buffer | string]) =>
      browser.site.route(
        path,
        (_request, response) =>
          void setTimeout(
            () => response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body),
            ms,
          ),
      );
    serve("/image.png", 60, ["image/png", large]);
    serve("/tiny.png", 5, ["image/png", tiny]);
    serve("/list", 300, ["application/json", `["/entry"]`]);
    serve("/entry", 300, ["application/json", `{ "src": "/slow.png" }`]);
    serve("/slow.png", 500, ["image/png", large]);
    serve("/late", 4_000, ["application/json", "[]"]);
  });

  for (const [what, html] of Object.entries(kinds))
    it(`${what}: all are shown`, async () => {
      const url = browser.site.page("/page", style + html);
      const { at } = await picture(await browser.capture({ url, viewport, ...fullPage, timeout: 40 }));
      const missing = Array.from({ length: count }, (_, index) => index).filter(
        (index) => at(200, index * height + height / 2).join() !== green.join(),
      );
      expect(missing).to.deep.equal([]);
    });

  it("a reply that scrolling asked for is awaited for more than three seconds", async () => {
    const html = `<div style="height:900px"></div><div class=late></div><script>
      new IntersectionObserver(([{ isIntersecting }], observer) => { if (!isIntersecting) return; observer.disconnect(); fetch("/late").then(() => { document.querySelector(".late").innerHTML = "<img src=/image.png>" }) }).observe(document.querySelector(".late"))</script>`;
    const url = browser.site.page("/late-reply", style + html);
    const { at } = await picture(await browser.capture({ url, viewport, ...fullPage, timeout: 40 }));
    expect(at(200, 1_000)).to.deep.equal(green);
  });
});

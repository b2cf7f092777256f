import { expect } from "chai";
import sharp from "sharp";
import { blue, fullPage, green, picture, type Picture, red, type Rgb, useBrowser, white } from "./support.ts";

const viewport = { width: 400, height: 300 };
const count = 8;

/** Blocks of 130 px, one per 370 px, after more than one empty viewport. They lie across viewport borders. */
const blocks = (block: (index: number) => string) =>
  `<div style="height:450px"></div>${Array.from({ length: count }, (_, index) => `<div style="height:370px">${block(index)}</div>`).join("")}`;
const rows = Array.from({ length: count }, (_, index) => 450 + index * 370 + 65);

const style = `<style>body { margin: 0 } .block { height: 130px; background: green } .fade { opacity: 0; transition: opacity 700ms } .fade.in { opacity: 1 }</style>`;
const faded = blocks(() => `<div class="block fade"></div>`);

/** A class that is set only while the element is in view. */
const observed = (options: string) => `<script>
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) target.classList.toggle("in", isIntersecting) }, ${options});
  document.querySelectorAll(".fade").forEach((element) => observer.observe(element));
</script>`;

/** Shows elements above the lower edge and hides those below. Throttled to 100 ms. */
const throttled = `<script>
  let timer;
  const look = () => { timer = undefined; for (const element of document.querySelectorAll(".fade")) element.classList.toggle("in", element.getBoundingClientRect().top < innerHeight - 30) };
  addEventListener("scroll", () => { timer ??= setTimeout(look, 99) });
</script>`;

/** Shows only elements in view, once scrolling has paused for 100 ms. */
const debounced = (show: string) => `<script>
  let timer;
  addEventListener("scroll", () => { clearTimeout(timer); timer = setTimeout(() => {
    for (const element of document.querySelectorAll(".late")) { const { top, bottom } = element.getBoundingClientRect(); if (bottom > 0 && top < innerHeight) { ${show} } }
  }, 100) });
</script>`;

/** Fades frame by frame, by script alone. */
const scripted = `<script>
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) target.goal = isIntersecting ? 1 : 0 });
  const all = document.querySelectorAll(".scripted");
  for (const element of all) { element.style.opacity = element.goal = 0; observer.observe(element) }
  const step = () => { for (const element of all) element.style.opacity = Number(element.style.opacity) + Math.sign(element.goal - element.style.opacity) * 0.04; requestAnimationFrame(step) };
  step();
</script>`;

describe("capture: the whole page, content revealed by scrolling", () => {
  const browser = useBrowser();
  before(async () => {
    const image = await sharp({ create: { width: 10, height: 10, channels: 3, background: { r: 0, g: 128, b: 0 } } })
      .png()
      .toBuffer();
    browser.site.route(
      "/image.png",
      (_request, response) =>
        void setTimeout(() => response.writeHead(200, { "content-type": "image/png" }).end(image), 80),
    );
  });

  const shoot = async (html: string): Promise<Picture> =>
    picture(await browser.capture({ url: browser.site.page("/page", style + html), viewport, ...fullPage }));
  const colors = ({ at }: Picture, x = 100): Rgb[] => rows.map((y) => at(x, y));
  const all = (color: Rgb) => rows.map(() => color);
  const image = (attributes: string) => `<img ${attributes} style="width:100%;height:130px;display:block">`;

  for (const [what, html] of [
    ["by a class while it is in view", faded + observed("{}")],
    ["by a class while it is in view as a whole", faded + observed("{ threshold: 1 }")],
    ["by a class while it is in the middle of the view", faded + observed(`{ rootMargin: "-80px 0px" }`)],
    ["by a class on all that was passed, looked at now and then", faded + throttled],
    [
      "by a class where scrolling rests",
      blocks(() => `<div class="block fade late"></div>`) + debounced(`element.classList.add("in")`),
    ],
    ["frame by frame while it is in view", blocks(() => `<div class="block scripted"></div>`) + scripted],
    [
      "by a keyframe animation",
      `<style>@keyframes rise { from { opacity: 0; transform: translateY(80px) } } .in { opacity: 1; animation: rise 1s }</style>${faded}${observed("{}")}`,
    ],
    ["by lazy loading of the browser's own", blocks((index) => image(`loading=lazy src="/image.png?${index}"`))],
    [
      "by lazy loading in shadow trees",
      blocks((index) => `<x-image n=${index}></x-image>`) +
        `<script>customElements.define("x-image", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '${image(`loading=lazy src="/image.png?' + this.getAttribute("n") + '"`)}' } })</script>`,
    ],
    [
      "by lazy loading of a script that waits until scrolling rests",
      blocks((index) =>
        image(`class=late data-src="/image.png?${index}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="`),
      ) + debounced("element.src = element.dataset.src"),
    ],
    [
      "by background images that are set late",
      `<style>.late { height: 130px } .on { background: url("/image.png") 0 0 / cover }</style>${blocks(() => `<div class=late></div>`)}<script>
        const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add("on") });
        document.querySelectorAll(".late").forEach((element) => observer.observe(element));</script>`,
    ],
  ] as const) {
    it(`${what} is shown`, async () => {
      const shot = await shoot(html);
      expect(shot.height).to.equal(450 + count * 370);
      expect(colors(shot)).to.deep.equal(all(green));
    });
  }

  it("pictures on their way are waited for, however the page begins them", async () => {
    const slow = await sharp({ create: { width: 10, height: 10, channels: 3, background: { r: 0, g: 128, b: 0 } } })
      .png()
      .toBuffer();
    browser.site.route(
      "/slow.png",
      (_request, response) =>
        void setTimeout(() => response.writeHead(200, { "content-type": "image/png" }).end(slow), 2_000),
    );
    const late = (index: number) => image(`${index % 2 === 0 ? "loading=lazy" : ""} src="/slow.png?${index}"`);
    const inserted = blocks((index) => `<div class=late data-n=${index}></div>`);
    const script = (html: string) => `<script>for (const each of document.querySelectorAll(".late")) {
      const load = () => { each.innerHTML = ${html}.replace("NUMBER", each.dataset.n) }; load() }</script>`;
    const lazy = script(JSON.stringify(image('loading=lazy src="/slow.png?NUMBER"')));
    expect(colors(await shoot(inserted + lazy)), "inserted").to.deep.equal(all(green));
    const unloaded = `<script>addEventListener("load", () => document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(
      blocks(late),
    ).replaceAll("</", "<\\/")}))</script>`;
    expect(colors(await shoot(unloaded)), "after the load event").to.deep.equal(all(green));
  });

  it("animations that follow the scroll position show every element as in the middle of the viewport", async () => {
    const moves = {
      "a clip": ["from { clip-path: inset(0 100% 0 0) }", "entry 0% cover 30%"],
      "an opacity": ["from { opacity: 0 }", "entry 0% cover 30%"],
      "a scale": ["from { scale: 0 }", "contain 0% contain 40%"],
      "a way in and out": ["0%, 100% { opacity: 0 } 30%, 70% { opacity: 1 }", "cover"],
    };
    for (const [what, [frames, range]] of Object.entries(moves)) {
      const rules = `@keyframes move { ${frames} } .block { animation: move linear both; animation-timeline: view(); animation-range: ${range} }`;
      const shot = await shoot(`<style>${rules}</style>${blocks(() => `<div class=block></div>`)}`);
      expect(colors(shot), what).to.deep.equal(all(green));
    }
  });

  it("an animation that shows how far the page is scrolled stays at its begin", async () => {
    const rules = `@keyframes grow { from { background: blue } } #far { position: absolute; top: 0; width: 100%; height: 20px; background: red; animation: grow linear both; animation-timeline: scroll() }`;
    const shot = await shoot(`<style>${rules}</style><div id=far></div>${blocks(() => `<div class=block></div>`)}`);
    expect(shot.at(200, 10)).to.deep.equal(blue);
  });

  it("a change of the page that is shown step by step is at its end", async () => {
    const shot =
      await shoot(`<style>body { background: red } ::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root) { animation-duration: 20s }</style>
      ${blocks(() => `<div class=block></div>`)}<script>onload = () => document.startViewTransition(() => { document.body.style.background = "blue" })</script>`);
    expect(shot.at(200, 10)).to.deep.equal(blue);
  });

  it("parts that the browser skips outside the viewport are drawn", async () => {
    const skipped = "content-visibility: auto; contain-intrinsic-size: auto 20px";
    const block = '<div class="block"></div>';
    for (const part of [
      `<section style="${skipped}">${block}</section>`,
      `<section style="${skipped}"><div style="${skipped}">${block}</div></section>`,
      `<section style="${skipped}">${image('loading=lazy src="/image.png"')}</section>`,
    ])
      expect(colors(await shoot(blocks(() => part))), part).to.deep.equal(all(green));
  });

  it("content hidden for other reasons stays hidden: menus, slides, buttons to the top", async () => {
    const shot = await shoot(
      `<button id=up style="position:fixed;right:0;top:0;width:50px;height:50px;background:red;border:0;opacity:0"></button>
      ${blocks(() => `<div style="position:relative;height:130px;background:green"><div class=over style="position:absolute;inset:0;background:red;opacity:0"></div><p style="opacity:0;background:red;margin:0">hover</p></div>`)}
      <script>onscroll = () => { up.style.opacity = scrollY > 100 ? 1 : 0 }</script>`,
    );
    expect(colors(shot)).to.deep.equal(all(green));
    expect(shot.at(390, 10)).to.deep.equal(white);
  });

  it("a header that shrinks on scrolling keeps its first size", async () => {
    const shot = await shoot(
      `<style>header { position: fixed; top: 0; width: 100%; height: 80px; background: blue; transition: height 300ms } .small { height: 20px; background: red }</style><header></header>${blocks(() => "")}
      <script>let timer; onscroll = () => { timer ??= setTimeout(() => { timer = undefined; document.querySelector("header").classList.toggle("small", scrollY > 50) }, 150) }</script>`,
    );
    expect([shot.at(200, 10), shot.at(200, 75)]).to.deep.equal([blue, blue]);
  });

  it("the DOM is unchanged: frozen styles do not appear in the extracted HTML", async () => {
    const html = `${style}${faded}${observed("{}")}`;
    const url = browser.site.page("/dom", html);
    const { probed } = await browser.capture({ url, viewport, ...fullPage }, { probe: "document.body.outerHTML" });
    expect(probed).to.not.include("opacity: ").and.not.include('<div style="height: 370px; ');
    expect(probed).to.include(`<div class="block fade"></div>`);
  });

  describe("lists that load more", () => {
    /** Answers with the delay of a real server. */
    const feed = (pages: number) => {
      browser.site.route(
        "/more",
        (request, response) =>
          void setTimeout(() => {
            const page = Number(new URL(request.url ?? "", "http://x").searchParams.get("page"));
            response.writeHead(200, { "content-type": "text/html" });
            response.end(
              page <= pages ? `<div style="height:300px;background:${page % 2 === 0 ? "blue" : "green"}"></div>` : "",
            );
          }, 120),
      );
    };
    const list = `<div id=list><div style="height:600px;background:red"></div></div><div id=end style="height:1px"></div><script>
      let page = 0;
      const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        observer.unobserve(end);
        const more = await (await fetch("/more?page=" + ++page)).text();
        list.insertAdjacentHTML("beforeend", more);
        if (more !== "") observer.observe(end);
      }, { rootMargin: "100px" });
      observer.observe(end);
    </script>`;

    it("are captured to their end", async () => {
      feed(4);
      const shot = await shoot(list);
      expect(shot.height).to.equal(600 + 4 * 300 + 1);
      expect([shot.at(5, 599), shot.at(5, 601), shot.at(5, 901), shot.at(5, 1799)]).to.deep.equal([
        red,
        green,
        blue,
        blue,
      ]);
    });

    it("end after growth by ten viewports", async () => {
      feed(Infinity);
      const { height } = await shoot(list);
      expect(height).to.be.within(600 + 8 * 300, 600 + 13 * 300);
    });
  });
});

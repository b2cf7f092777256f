import { createHash } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { movingVideo } from "../support/movingVideo.ts";
import { fullPage, green, picture, red, useBrowser } from "./support.ts";

describe("capture: a page that does not change", () => {
  const browser = useBrowser();
  before(async () => {
    const serve = (path: string, type: string, body: Buffer) =>
      browser.site.route(path, (_request, response) =>
        response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body),
      );
    serve("/moving.gif", "image/gif", await movingPicture());
    serve("/moving.webm", "video/webm", await movingVideo(browser));
  });

  /** Number of distinct screenshots among `captureCount` captures of one page, four at a time. */
  async function countDistinct(captureCount: number, spec: Partial<RenderSpec> & { url: string }): Promise<number> {
    const captures = await Promise.all(Array.from({ length: captureCount }, () => browser.capture(spec)));
    const hashes = captures.map(({ screenshot }) =>
      createHash("sha256")
        .update(screenshot?.bytes ?? "")
        .digest("hex"),
    );
    return new Set(hashes).size;
  }

  const moving = {
    "animations without end": `<style>@keyframes turn { to { transform: rotate(1turn) } } .turn { width: 40px; height: 40px; background: red; animation: turn 700ms linear infinite }</style><div class=turn></div>`,
    "animations in shadow trees": `<div id=host></div><script>host.attachShadow({ mode: "open" }).innerHTML = '<style>@keyframes turn { to { transform: rotate(1turn) } } p { width: 40px; height: 40px; background: red; animation: turn 700ms linear infinite }</style><p></p>'</script>`,
    "animations that end": `<style>@keyframes show { from { opacity: 0 } } p { animation: show 3s }</style><p>Shown</p>`,
    "bars that do not know how far they are": `<progress></progress><div id=bars></div><script>bars.attachShadow({ mode: "open" }).innerHTML = "<progress></progress>"</script>`,
    "a caret": `<input autofocus value="typed">`,
    // Turns at the start and again only after any capture has ended. Else timing would decide which slide is shown.
    "a carousel": `<style>#slides { width: 900px; transition: transform 400ms; transform: translateX(0) }</style><div id=slides>one two three</div><script>let slide = 0; const turn = () => { slides.style.transform = "translateX(-" + 300 * (++slide % 3) + "px)" }; slides.getBoundingClientRect(); turn(); setInterval(turn, 60_000)</script>`,
    "animated pictures": `<img src="/moving.gif"><div style="width:60px;height:60px;background:url(/moving.gif)"></div>`,
    "drawings that move": `<svg width=100 height=40><rect width=40 height=40 fill=red><animate attributeName=x from=0 to=60 dur=0.7s repeatCount=indefinite /></rect></svg><svg width=100 height=40><rect width=40 height=40 fill=green><animate attributeName=x from=0 to=60 dur=3s fill=freeze /></rect></svg>`,
    videos: `<video src="/moving.webm" autoplay muted loop width=200></video>`,
    "videos that can go back": `<video id=film autoplay muted loop width=200></video><script>const source = new MediaSource(); film.src = URL.createObjectURL(source); source.onsourceopen = async () => { const buffer = source.addSourceBuffer("video/webm;codecs=vp8"); buffer.addEventListener("updateend", () => source.endOfStream(), { once: true }); buffer.appendBuffer(await (await fetch("/moving.webm")).arrayBuffer()) }</script>`,
    "frames in which something moves": `<iframe src="/frame" width=200 height=80></iframe>`,
  } as const;

  const inClosedTree = (html: string) =>
    `<x-host id=host></x-host><script>host.attachShadow({ mode: "closed" }).innerHTML = '${html}'</script>`;
  /** Motion that no script of a page can stop. */
  const outOfReach = {
    marquees: `<marquee>Text that runs</marquee>`,
    "animations in closed shadow trees": inClosedTree(moving["animations without end"]),
    "the browser's own controls": `<video src="/moving.webm" controls autoplay muted loop width=300></video>`,
  };

  before(() => {
    browser.site.page("/frame", moving["animations without end"] + moving["a caret"]);
    browser.site.page("/frame-elsewhere", moving["animations without end"]);
  });

  for (const [what, html] of Object.entries({ ...moving, ...outOfReach })) {
    it(`gives the same picture each time with ${what}`, async () => {
      expect(await countDistinct(6, { url: browser.site.page("/still", html) })).to.equal(1);
    });
  }

  it("gives the same picture 30 times with a video that has played, at any stopping point", async () => {
    const url = browser.site.page("/still", moving["videos that can go back"]);
    expect(await countDistinct(30, { url, waitUntil: "networkidle0" })).to.equal(1);
  });

  const elsewhere = () => `<iframe src="${browser.site.url("/frame-elsewhere", "other.test")}"></iframe>`;

  it("gives the same picture 30 times with all of that", async () => {
    const html = [...Object.values(moving), elsewhere()]
      .map((part) => `<div style="float:left">${part}</div>`)
      .join("");
    const url = browser.site.page("/still", html);
    expect(await countDistinct(30, { url, viewport: { width: 1280, height: 720 } })).to.equal(1);
  });

  it("gives the same picture 30 times with all of that on a page that is scrolled through", async function () {
    this.timeout(90_000);
    const html = [...Object.values(moving), elsewhere()]
      .map((part) => `${part}<div style="height:400px"></div>`)
      .join("");
    expect(await countDistinct(30, { url: browser.site.page("/still", html), ...fullPage })).to.equal(1);
  });

  it("shows animations that end at their end, those without end before their beginning, pictures at their first", async () => {
    const animation = (rule: string) => `<p style="margin:0;height:50px;background:green;animation:${rule}"></p>`;
    const html = `<style>@keyframes hide { from { background: red } }</style><body style="margin:0">${animation("hide 5s")}${animation("hide 3s infinite")}<img src="/moving.gif">`;
    const { at } = await picture(await browser.capture({ url: browser.site.page("/ends", html) }));
    expect([at(10, 25), at(10, 75), at(30, 130)]).to.deep.equal([green, green, red]);
  });

  for (const [where, spec] of Object.entries({ "the viewport": {}, "a whole page": fullPage }))
    it(`shows in ${where} animations of closed trees at their end, and the text of marquees`, async () => {
      const closed = inClosedTree(
        `<style>@keyframes hide { from { background: red } } p { margin: 0; height: 50px; background: green; animation: hide 5s }</style><p></p>`,
      );
      const html = `<body style="margin:0">${closed}<marquee style="color:blue">Text that runs</marquee>`;
      const { at, count } = await picture(await browser.capture({ url: browser.site.page("/hidden", html), ...spec }));
      expect(at(10, 25)).to.deep.equal(green);
      expect(count(([r, g, b]) => r < 100 && g < 100 && b > 200)).to.be.above(50);
    });
});

async function movingPicture(): Promise<Buffer> {
  const frames = ["red", "green", "blue"].map((background) =>
    sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: [90, 90, 90], loop: 0 })
    .toBuffer();
}

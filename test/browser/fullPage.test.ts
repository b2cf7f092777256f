import { expect } from "chai";
import sharp from "sharp";
import { blue, failure, fullPage, green, picture, type Picture, red, type Rgb, useBrowser, white } from "./support.ts";

const viewport = { width: 400, height: 300 };

/** Rows of a column at which a colour begins. */
function startRows({ at, height }: Picture, x: number, color: Rgb): number[] {
  const is = (y: number) => y >= 0 && at(x, y).every((value, channel) => value === color[channel]);
  return Array.from({ length: height }, (_, y) => y).filter((y) => is(y) && !is(y - 1));
}

describe("capture: the whole page", () => {
  const browser = useBrowser();
  before(async () => {
    const png = await sharp({ create: { width: 10, height: 10, channels: 3, background: { r: 0, g: 0, b: 255 } } })
      .png()
      .toBuffer();
    for (let index = 0; index < 20; index += 1) {
      // As slow as a real server, so that a capture that does not wait for them misses them.
      browser.site.route(
        `/lazy-${index}.png`,
        (_request, response) =>
          void setTimeout(() => response.writeHead(200, { "content-type": "image/png" }).end(png), 60),
      );
    }
  });

  it("has every lazy image, what is revealed by scrolling, a fixed header once, and a hero of one viewport", async () => {
    const blocks = Array.from(
      { length: 10 },
      (_, index) =>
        // Well inside each viewport, so that touching its edge does not reveal it.
        `<div style="height:140px;padding:80px 0"><img loading=lazy width=100 height=100 src="/lazy-${index}.png"><img class=observed width=100 height=100 data-src="/lazy-${10 + index}.png">
       <div class=reveal style="height:100px;width:100px;background:green"></div></div>`,
    );
    const url = browser.site.page(
      "/whole",
      `<style>
        .reveal { opacity: 0; transition: opacity 2s } .shown { opacity: 1 } img { float: left } .reveal { float: left }
      </style><body style="margin:0"><header style="position:fixed;top:0;right:0;width:50px;height:40px;background:red"></header>
      <div style="height:100vh;background:#ffff00"></div>${blocks.join("")}<script>
        const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { target.classList.add("shown"); if (target.dataset.src) target.src = target.dataset.src } });
        for (const element of document.querySelectorAll(".reveal, .observed")) observer.observe(element);
      </script>`,
    );
    const shot = await picture(await browser.capture({ url, viewport, ...fullPage }));
    expect(shot).to.include({ width: 400, height: 300 + 10 * 300 });
    expect(startRows(shot, 50, blue), "lazy images").to.have.length(10);
    expect(startRows(shot, 150, blue), "observed images").to.have.length(10);
    expect(startRows(shot, 250, green), "revealed blocks").to.have.length(10);
    expect(startRows(shot, 390, red), "fixed header").to.deep.equal([0]);
    expect(startRows(shot, 10, [255, 255, 0])).to.deep.equal([0]);
    expect(shot.at(10, 299)).to.deep.equal([255, 255, 0]);
    expect(shot.at(350, 301)).to.deep.equal(white);
  });

  it("has the page's height after elements were hidden", async () => {
    const url = browser.site.page(
      "/shrinks",
      `<body style="margin:0"><div class=banner style="height:700px;background:red"></div><div style="height:1000px;background:green"></div>`,
    );
    for (let round = 0; round < 5; round += 1) {
      const shot = await picture(await browser.capture({ url, viewport, hideSelectors: [".banner"], ...fullPage }));
      expect(shot.height).to.equal(1000);
      expect(shot.at(5, 999)).to.deep.equal(green);
    }
  });

  it("expands a page that scrolls inside an element", async () => {
    const url = browser.site.page(
      "/inner",
      `<style>html, body { margin: 0; height: 100%; overflow: hidden }</style>
      <main style="height:100vh;overflow-y:auto"><div style="height:1000px;background:green"></div><div style="height:500px;background:blue"></div></main>`,
    );
    const shot = await picture(await browser.capture({ url, viewport, ...fullPage }));
    expect(shot.height).to.equal(1500);
    expect([shot.at(5, 999), shot.at(5, 1499)]).to.deep.equal([green, blue]);
  });

  it("ends an endless page after a bounded growth", async () => {
    const url = browser.site.page(
      "/endless",
      `<body style="margin:0"><div style="height:600px;background:green"></div><script>
        onscroll = () => { if (scrollY + innerHeight > document.body.scrollHeight - 50) document.body.insertAdjacentHTML("beforeend", "<div style='height:300px;background:blue'>") };
      </script>`,
    );
    const { height } = await picture(await browser.capture({ url, viewport, ...fullPage }));
    expect(height).to.be.within(900, 600 + 12 * 300);
  });

  it("is exact to 60,000 px in a scale of 1 and complete to the last row", async () => {
    const url = browser.site.page(
      "/tall",
      `<body style="margin:0"><div style="height:59990px;background:green"></div><div style="height:10px;background:blue"></div>`,
    );
    const { screenshot } = await browser.capture({
      url,
      viewport: { width: 200, height: 2000 },
      screenshot: { format: "jpg", quality: 90, fullPage: true },
    });
    expect(screenshot).to.include({ width: 200, height: 60_000 });
    const bottom = await sharp(screenshot?.bytes, { limitInputPixels: false })
      .extract({ left: 0, top: 59_985, width: 1, height: 15 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(bottom[0], "no blue before the last ten rows").to.be.lessThan(10);
    expect(bottom.at(-1), "blue at the end").to.be.greaterThan(200);
  });

  it("that exceeds the limits of jpg fails, and the message names png", async () => {
    const url = browser.site.page(
      "/too-tall",
      `<body style="margin:0"><div style="height:66000px;background:green"></div>`,
    );
    const small = { width: 100, height: 2000 };
    const { code, message } = await failure(
      browser.capture({ url, viewport: small, screenshot: { format: "jpg", quality: 50, fullPage: true } }),
    );
    expect(code, "a repeat would fail as well").to.equal("page_too_large");
    expect(message).to.include("png");
    expect((await browser.capture({ url, viewport: small, ...fullPage })).screenshot).to.include({ height: 66_000 });
  });

  it("is cut at maxHeight, and says so; content below is not waited for", async () => {
    const url = browser.site.page(
      "/cut",
      `<body style="margin:0"><div style="height:400000px;background:linear-gradient(green 1000px, red 1000px)"></div>`,
    );
    const screenshot = { format: "png", quality: 80, fullPage: true, maxHeight: 1_000 } as const;
    const captured = await browser.capture({ url, viewport, screenshot });
    expect(captured.screenshot).to.include({ height: 1_000, isCut: true });
    expect((await picture(captured)).at(10, 999)).to.deep.equal(green);
    const short = browser.site.page("/short", `<body style="margin:0"><div style="height:700px">`);
    const whole = await browser.capture({ url: short, viewport, screenshot });
    expect(whole.screenshot).to.include({ height: 700 }).and.to.not.have.property("isCut");
    const endless = browser.site.page(
      "/endless",
      `<body style="margin:0"><div id=list></div><script>
      const more = () => list.insertAdjacentHTML("beforeend", "<p style='margin:0;height:300px'>more");
      for (let n = 0; n < 5; n += 1) more();
      addEventListener("scroll", () => { if (innerHeight + scrollY > document.body.scrollHeight - 200) more() })</script>`,
    );
    const list = await browser.capture({ url: endless, viewport, screenshot: { ...screenshot, maxHeight: 2_000 } });
    expect(list.screenshot).to.include({ height: 2_000 });
  });

  it("that exceeds the limits of every format is page_too_large", async () => {
    const url = browser.site.page("/abyss", `<body style="margin:0"><div style="height:400000px">`);
    expect((await failure(browser.capture({ url, viewport, ...fullPage }))).code).to.equal("page_too_large");
  });

  it("of a device keeps the scale", async () => {
    const url = browser.site.page(
      "/tall-device",
      `<meta name=viewport content="width=device-width"><body style="margin:0"><div style="height:2000px;background:green"></div>`,
    );
    const shot = await picture(await browser.capture({ url, device: "iphone-se", ...fullPage }));
    expect(shot.height).to.equal(4000);
    expect(shot.at(10, 3999)).to.deep.equal(green);
  });
});

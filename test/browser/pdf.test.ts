import { expect } from "chai";
import type { PdfSpec } from "#schemas/renders/pdf.ts";
import type { Texts } from "#schemas/renders/texts.ts";
import { type ReadPdf, readPdf } from "../support/readPdf.ts";
import { failure, fullPage, green, picture, useBrowser } from "./support.ts";

const a4: [number, number] = [595, 842];

/** The sizes are equal, up to the point by which Chromium rounds to whole CSS pixels. */
function expectSizes(found: ReadPdf["sizes"], expected: ReadPdf["sizes"]): void {
  expect(found).to.have.length(expected.length);
  for (const [index, [width, height]] of expected.entries()) {
    expect(found[index]?.[0], JSON.stringify(found)).to.be.closeTo(width, 1);
    expect(found[index]?.[1], JSON.stringify(found)).to.be.closeTo(height, 1);
  }
}
const sheet = (text: string) => `<h1 style="break-before:page">${text}</h1><p>text of ${text}</p>`;

describe("capture: PDF", () => {
  const browser = useBrowser();
  const book = () => browser.site.page("/book", `<title>Book</title>${["One", "Two", "Three"].map(sheet).join("")}`);

  const print = async (pdf: PdfSpec, { url = book(), texts = {} }: { url?: string; texts?: Texts } = {}) => {
    const captured = await browser.capture({ url, screenshot: null, pdf }, { texts });
    if (captured.pdf === null) throw new Error("There is no PDF.");
    const read = await readPdf(captured.pdf.bytes);
    expect(captured.pdf.pages).to.equal(read.texts.length);
    return read;
  };

  it("has the page's text on A4 sheets, tagged, without an outline", async () => {
    const read = await print({});
    expect(read.texts).to.have.length(3);
    expect(read.texts[1]).to.match(/Two.*text of Two/);
    expectSizes(read.sizes, [a4, a4, a4]);
    expect(read).to.deep.include({ outline: [], tagged: true });
  });

  it("waits for images that the page loads for paper alone", async () => {
    const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=", "base64");
    browser.site.route(
      "/paper.gif",
      (_request, response) =>
        void setTimeout(() => response.writeHead(200, { "content-type": "image/gif" }).end(dot), 900),
    );
    const arrived = `onload="document.body.append('arrived')"`;
    const onPaper = (load: string) =>
      `<p>page</p><script>matchMedia("print").addEventListener("change", ({ matches }) => { if (matches) { ${load} } })</script>`;
    const pages = [
      `<picture><source media=print srcset=/paper.gif><img width=20 height=20 ${arrived.replace("document", "if (this.currentSrc.endsWith('paper.gif')) document")} src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></picture>`,
      onPaper(
        `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(`<img width=20 height=20 src=/paper.gif ${arrived}>`)})`,
      ),
    ];
    for (const html of pages) {
      const { texts } = await print({}, { url: browser.site.page("/paper", html) });
      expect(texts.join(" "), html).to.include("arrived");
    }
  });

  const sizes: [what: string, pdf: PdfSpec, size: ReadPdf["sizes"][number]][] = [
    ["a format", { format: "letter" }, [612, 792]],
    ["a format on its side", { format: "a5", landscape: true }, [595, 420]],
    ["a size in two units", { width: "100mm", height: "5in" }, [283, 360]],
    ["a size on its side", { width: "100mm", height: "5in", landscape: true }, [360, 283]],
    [
      "the smallest size",
      { width: "1in", height: "96px", margin: { top: "0px", right: "0px", bottom: "0px", left: "0px" } },
      [72, 72],
    ],
    ["the largest size", { width: "200in", height: "14400pt" }, [14_400, 14_400]],
  ];
  for (const [what, pdf, size] of sizes) {
    it(`takes ${what}`, async () => {
      expectSizes((await print(pdf)).sizes.slice(0, 1), [size]);
    });
  }

  it("takes the size that the page gives itself, unless the caller gives one", async () => {
    const url = browser.site.page("/sized", `<style>@page { size: 300pt 200pt }</style><p>sized`);
    expectSizes((await print({}, { url })).sizes, [[300, 200]]);
    expectSizes((await print({ format: "a4" }, { url })).sizes, [a4]);
    expectSizes((await print({ width: "400pt", height: "500pt" }, { url })).sizes, [[400, 500]]);
  });

  it("keeps the pages asked for, and fails without retry for pages that do not exist", async () => {
    const read = await print({ pageRanges: "1, 3" });
    expect(read.texts.map((text) => /One|Two|Three/.exec(text)?.[0])).to.deep.equal(["One", "Three"]);
    const refused = await failure(browser.capture({ url: book(), screenshot: null, pdf: { pageRanges: "7-9" } }));
    expect(refused.code).to.equal("pdf_failed");
    expect(refused.message).to.match(/pageRanges names a page that the document does not have/);
  });

  const forgeries: [what: string, html: string][] = [
    ["a title with the words of a page tree", "<title>/Type /Pages /Count 99</title><p>one"],
    ["a title that ends its own text", "<title>) &gt;&gt; &lt;&lt;/Type /Pages /Count 99&gt;&gt; (</title><p>one"],
    ["a title with a trailer", "<title>trailer &lt;&lt;/Root 1 0 R&gt;&gt; startxref 0 %%EOF</title><p>one"],
    ["a language with the words of a page tree", "<html lang='/Type /Pages /Count 99'><title>a</title><p>one"],
    ["a link with the words of a page tree", "<a href='https://example.com/#/Type /Pages /Count 99'>one</a>"],
    ["a heading with the words of a page tree", "<h1>/Type /Pages /Count 99</h1>"],
  ];
  for (const [index, [what, html]] of forgeries.entries()) {
    it(`counts its pages despite ${what}`, async () => {
      const url = browser.site.page(`/forged-${index}`, html);
      expect((await print({ outline: true }, { url })).texts).to.have.length(1);
    });
  }

  it("has an outline of the headings", async () => {
    const html = `<h1>First</h1><h2>Within</h2><h1>Second</h1>`;
    const url = browser.site.page("/headings", html);
    expect((await print({ outline: true }, { url })).outline).to.deep.equal(["First", " Within", "Second"]);
    expect(await print({ tagged: false }, { url })).to.deep.include({ outline: [], tagged: false });
  });

  it("has header and footer on every sheet, and no files of theirs are loaded", async () => {
    const { url } = { url: book() };
    const beacon = browser.site.page("/beacon", "");
    const texts = {
      pdfHeader: `<b style="font-size:9px">Top <i class="title"></i></b><img src="${beacon}" onerror="fetch('${beacon}')"><iframe src="${beacon}"></iframe>`,
      pdfFooter: `<b style="font-size:9px"><i class="pageNumber"></i> of <i class="totalPages"></i></b><script>document.body.textContent = "ran"; fetch("${beacon}")</script>`,
    };
    const read = await print({ margin: { top: "2cm", bottom: "2cm" } }, { url, texts });
    expect(read.texts[0]).to.match(/Top\s+Book/);
    expect(read.texts[2]).to.match(/3\s+of\s+3/);
    expect(read.texts.join()).not.to.contain("ran");
    const linked = { pdfHeader: `<link rel=stylesheet href="${beacon}">` };
    const refused = await failure(browser.capture({ url, screenshot: null, pdf: {} }, { texts: linked }));
    expect([refused.code, refused.message]).to.satisfy(([, said = ""]: string[]) => said.includes("style element"));
    expect(browser.site.received("/beacon")).to.have.length(0);
  });

  it("scales the content, and takes the margins into account", async () => {
    const url = browser.site.page("/long", "<p>line</p>".repeat(60));
    const counts = [];
    for (const pdf of [{ scale: 0.1 }, {}, { scale: 2 }, { margin: { top: "10cm", bottom: "10cm" } }]) {
      counts.push((await print(pdf, { url })).texts.length);
    }
    expect(counts[0]).to.equal(1);
    expect(counts[1]).to.be.within(2, 3);
    expect(counts[2]).to.be.within(4, 7);
    expect(counts[3]).to.be.within(5, 9);
  });

  it("has the styles for paper, or those of the screen", async () => {
    const url = browser.site.page(
      "/media",
      `<style>@media print { i { display: none } }</style><b>both</b><i>screen</i>`,
    );
    expect((await print({}, { url })).texts.join()).to.equal("both");
    const captured = await browser.capture({ url, screenshot: null, pdf: {}, emulation: { media: "screen" } });
    expect((await readPdf(captured.pdf?.bytes ?? Buffer.of())).texts.join()).to.match(/both\s*screen/);
  });

  for (const [what, screenshot] of [
    ["alone", null],
    ["beside a picture of the viewport", { format: "png", quality: 80, fullPage: false }],
    ["beside a picture of the whole page", fullPage.screenshot],
  ] as const) {
    it(`shows lazy content and what scrolling reveals, ${what}, and floating elements do not move`, async () => {
      const lazy = browser.site.page("/lazy.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`, {
        headers: { "content-type": "image/svg+xml" },
      });
      const before = browser.site.received("/lazy.svg").length;
      const url = browser.site.page(
        "/lazy",
        `<body style="background:green"><div style="height:6000px">top</div><img loading=lazy src="${lazy}">
         <p id=late>waits</p><div style="position:fixed;bottom:0">float</div><script>
         new IntersectionObserver(([entry]) => { if (entry.isIntersecting) late.textContent = "appeared" }).observe(late)</script>`,
      );
      const captured = await browser.capture({ url, screenshot, pdf: { format: "a4" } });
      const { texts } = await readPdf(captured.pdf?.bytes ?? Buffer.of());
      expect(texts.join()).to.contain("appeared");
      expect(texts[0]).to.match(/top[^]*float/);
      expect(browser.site.received("/lazy.svg").length).to.equal(before + 1);
      if (screenshot !== null) expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });
  }

  describe("on one sheet", () => {
    const lines = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `<p style="margin:0;height:100px;break-after:page">line ${index}`,
      ).join("");
    const long = (count: number, css = "") =>
      browser.site.page("/long", `<style>body { margin: 0 } ${css}</style>${lines(count)}<footer>the end`);

    it("has all of the page, as tall as its content, at the width of the format", async () => {
      const read = await print({ fitOnePage: true }, { url: long(30) });
      expect(read.texts).to.have.length(1);
      expect(read.texts[0]).to.include("line 0").and.to.include("line 29").and.to.include("the end");
      const [first] = read.sizes;
      expect(first?.[0]).to.be.closeTo(595, 1);
      // 3,000 px of lines are 2,250 pt; the footer and the margins are some 70 more.
      expect(first?.[1]).to.be.within(2_300, 2_350);
    });

    it("takes width, margin, scale and orientation into account", async () => {
      const narrow = await print(
        { fitOnePage: true, width: "4in", margin: { top: "0in", bottom: "0in" } },
        { url: long(5) },
      );
      expect(narrow.sizes[0]?.[0]).to.be.closeTo(288, 1);
      expect(narrow.sizes[0]?.[1]).to.be.within(380, 400);
      const half = await print({ fitOnePage: true, scale: 0.5 }, { url: long(30) });
      expect(half.sizes[0]?.[1]).to.be.within(1_170, 1_220);
      const wide = await print({ fitOnePage: true, format: "a5", landscape: true }, { url: long(20) });
      expect(wide.sizes[0]?.[0]).to.be.closeTo(595, 1);
      for (const read of [narrow, half, wide]) expect(read.texts).to.have.length(1);
    });

    it("is refused for a page taller than a sheet can be, and for one that grows with its sheet", async () => {
      const outcome = (url: string) => failure(browser.capture({ url, screenshot: null, pdf: { fitOnePage: true } }));
      expect((await outcome(long(250))).code).to.equal("pdf_failed");
      expect((await outcome(long(1, "footer { height: 100vh }"))).code).to.equal("pdf_failed");
    });
  });

  it("prints a document of the caller with its style sheet", async () => {
    const texts = { html: `<h1>Bill</h1><p class=a>hidden`, css: ".a { display: none }" };
    const read = await print({}, { url: browser.site.url("/bill"), texts });
    expect(read.texts.join()).to.equal("Bill");
  });

  it("fails with page_too_large beyond 50 MB, and the next capture works", async () => {
    // Noise can't be compressed: six pictures of 11 MB each.
    const noise = `<body><script>for (let drawn = 0; drawn < 6; drawn += 1) {
      const canvas = document.createElement("canvas"); canvas.width = 2400; canvas.height = 1600;
      const image = new ImageData(2400, 1600);
      for (let at = 0; at < image.data.length; at += 65536) crypto.getRandomValues(image.data.subarray(at, at + 65536));
      for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
      canvas.getContext("2d").putImageData(image, 0, 0); document.body.append(canvas) }</script>`;
    const url = browser.site.page("/noise", noise);
    const outcome = await failure(browser.capture({ url, screenshot: null, pdf: {}, timeout: 60 }));
    expect(outcome.code).to.equal("page_too_large");
    expect((await print({})).texts).to.have.length(3);
  }).timeout(120_000);
});

import { existsSync } from "node:fs";
import { expect } from "chai";
import sharp from "sharp";
import type { PdfSpec } from "#schemas/renders/pdf.ts";
import { type PopplerPdf, readWithPoppler } from "../support/poppler.ts";
import { popplerFolder } from "../support/provisioned.ts";
import { useBrowser } from "./support.ts";

const book = `<title>Book</title><body style="background:green">
  <h1>First</h1><p>text of the first</p><h2>Within</h2><h1 style="break-before:page">Second</h1><p>text of the second</p>`;

/** Poppler is the reader of most desktops on Linux. */
describe("capture: PDF in poppler", () => {
  const browser = useBrowser();

  before(function skipWithoutPoppler() {
    if (popplerFolder() !== null) return;
    // Where it can be installed, a missing reader is an error.
    if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) throw new Error("poppler-utils is missing.");
    console.log("  skipped: install poppler-utils to read the PDFs with poppler");
    this.skip();
  });

  const print = async (pdf: PdfSpec, html = book): Promise<PopplerPdf> => {
    const captured = await browser.capture({ url: browser.site.page("/book", html), screenshot: null, pdf });
    if (captured.pdf === null) throw new Error("There is no PDF.");
    const read = await readWithPoppler(captured.pdf.bytes);
    expect(captured.pdf.pages).to.equal(read.pages);
    return read;
  };

  /** Reads the colors of the first sheet, at points from its top left corner; negative ones from its other end. */
  const colorsOf = async ({ picture }: PopplerPdf) => {
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return (left: number, top: number): number[] => {
      const [x, y] = [left < 0 ? info.width + left : left, top < 0 ? info.height + top : top];
      const at = (y * info.width + x) * 3;
      return [...data.subarray(at, at + 3)];
    };
  };
  /** The color in the middle of the first sheet. */
  const middleOf = async (read: PopplerPdf) => (await colorsOf(read))(297, 421);

  it("has the page's text on its sheets, in their colors", async () => {
    const read = await print({ margin: { top: "0px", right: "0px", bottom: "0px", left: "0px" } });
    expect(read.pages).to.equal(2);
    expect(read.texts[0]).to.match(/First[^]*text of the first[^]*Within/);
    expect(read.texts[1]).to.match(/Second[^]*text of the second/);
    expect(await middleOf(read)).to.deep.equal([0, 128, 0]);
  });

  it("has white sheets without the backgrounds", async () => {
    expect(await middleOf(await print({ printBackground: false }))).to.deep.equal([255, 255, 255]);
  });

  it("has an outline of its headings if it was asked for", async () => {
    expect((await print({ outline: true })).outline).to.deep.equal(["First", "Within", "Second"]);
    expect((await print({})).outline).to.deep.equal([]);
  });

  it("is tagged unless that was turned off", async () => {
    expect((await print({})).tagged).to.equal(true);
    expect((await print({ tagged: false })).tagged).to.equal(false);
  });

  for (const [what, pdf, [width, height]] of [
    ["letter on its side", { format: "letter", landscape: true }, [792, 612]],
    ["the width and height asked for", { width: "100mm", height: "5in" }, [283.5, 360]],
  ] as const) {
    it(`has sheets of ${what}`, async () => {
      const { size } = await print(pdf);
      expect(size[0]).to.be.closeTo(width, 1);
      expect(size[1]).to.be.closeTo(height, 1);
    });
  }

  const [inked, blank] = [
    [0, 128, 0],
    [255, 255, 255],
  ];
  const styles: Record<string, string> = {
    "a margin": "@page { margin: 3cm 0 2cm }",
    "a margin of its first sheet": "@page :first { margin: 0 }",
    "an important margin": "@page { margin: 3cm 0 2cm !important }",
    "an important margin of its first sheet": "@page :first { margin: 0 !important }",
    "important margins of right sheets in a media query":
      "@media print { @page :right { margin-left: 0 !important; margin-top: 3cm !important } }",
    "an important margin in a layer": "@layer paper { @page { margin: 0 !important } }",
    "margins of right sheets": "@page { margin: 1mm } @page :right { margin-left: 0 }",
    "a size and a margin in a media query": "@media print { @page { size: a4; margin: 0 } }",
  };
  for (const [what, css] of Object.entries(styles)) {
    it(`has the margin of the request on a page with ${what}`, async () => {
      const html = `<!doctype html><style>${css} body { margin: 0; height: 2000px; background: green }</style><div style="height:2000px;background:green">`;
      const margin = { top: "1in", left: "0.5in", right: "2in", bottom: "1.5in" };
      const at = await colorsOf(await print({ margin }, html.replace("background: green", "")));
      expect([at(34, 200), at(38, 200), at(-142, 200), at(-146, 200)]).to.deep.equal([blank, inked, blank, inked]);
      expect([at(200, 70), at(200, 74), at(200, -106), at(200, -110)]).to.deep.equal([blank, inked, blank, inked]);
    });
  }

  it("keeps the margins of the page on sides without one in the request", async () => {
    const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 }</style><div style="height:2000px;background:green">`;
    const at = await colorsOf(await print({ margin: { top: "1in" } }, html));
    expect([at(200, 70), at(200, 74), at(1, 200)]).to.deep.equal([blank, inked, inked]);
  });

  it("has titles of bookmarks with the spaces of their headings", async () => {
    const long = "organise everything that you can do with a very long heading that wraps";
    const html = `<!doctype html><style>body{width:300px} h1{font-size:28px} h3::before{content:"7. "} h3::after{content:" #"} h4{text-transform:uppercase} h5 b{display:block}</style>
      <h1>How to ${long}</h1><h2>Second level<br>with a <em>break</em></h2><h1>Überschrift zwei —<br>(a) \\ &amp; b</h1><h3>${long}</h3>
      <h4>upper ${long}</h4><h5><b>Block</b><b>spans</b></h5><div role=heading aria-level=2 style="width:60px">Role of headings</div>
      <h2 style="display:flex"><span>Flex</span><span>items</span></h2><h6>\n      short\n </h6>`;
    const { outline, pages } = await print({ outline: true }, html);
    expect(pages).to.equal(1);
    expect(outline).to.deep.equal([
      `How to ${long}`,
      "Second level with a break",
      "Überschrift zwei — (a) \\ &amp; b",
      long,
      `UPPER ${long.toUpperCase()}`,
      "Block spans",
      "Role of headings",
      "Flex items",
      "short",
    ]);
  });

  const clear = `gl.clearColor(0, 128 / 255, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT)`;
  const canvases: Record<string, string> = {
    "that WebGL draws once": `<canvas id=c width=500 height=300></canvas><script>const gl = c.getContext("webgl"); ${clear}</script>`,
    "that WebGL draws in each frame": `<canvas id=c width=500 height=300></canvas><script>const gl = c.getContext("webgl2"); const draw = () => { ${clear}; requestAnimationFrame(draw) }; draw()</script>`,
    "that a worker draws by WebGL": `<canvas id=c width=500 height=300></canvas><script>const worker = new Worker(URL.createObjectURL(new Blob([\`onmessage = ({ data }) => { const gl = data.getContext("webgl"); ${clear}; requestAnimationFrame(() => {}) }\`])));
      const off = c.transferControlToOffscreen(); worker.postMessage(off, [off])</script>`,
    "in a shadow tree": `<x-map></x-map><script>const root = document.querySelector("x-map").attachShadow({ mode: "open" }); root.innerHTML = "<canvas width=500 height=300></canvas>"; const gl = root.firstChild.getContext("webgl"); ${clear}</script>`,
    "under a policy without pictures": `<meta http-equiv="content-security-policy" content="img-src 'none'"><canvas id=c width=500 height=300></canvas><script>const gl = c.getContext("webgl"); ${clear}</script>`,
  };
  for (const [what, html] of Object.entries(canvases)) {
    it(`has the picture of a canvas ${what}, far down the page`, async () => {
      const page = `<!doctype html><style>@page{margin:0} body{margin:0;background:#00f} p{height:3000px;margin:0} @media print{p{display:none} body{background:none}}</style><p></p>${html}`;
      const at = await colorsOf(await print({ margin: { top: "0px", left: "0px" } }, page));
      expect([at(10, 10), at(370, 220), at(380, 10)]).to.deep.equal([inked, inked, blank]);
    });
  }
});

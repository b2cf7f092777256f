import { expect } from "chai";
import { readPdf } from "../support/readPdf.ts";
import { blue, fullPage, green, picture, red, useBrowser, white } from "./support.ts";

const content = `<p style="margin:0;height:500px;background:green"></p><p style="margin:0;height:500px;background:blue"></p>`;
const bare = "html,body{height:100%;margin:0;overflow:hidden}";
const shadow = (tag: string, html: string) =>
  `<script>customElements.define("${tag}", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = \`${html}\` } })</script>`;

/** Applications that scroll inside an element: it begins at 100, 60, and has 1,000 px of content. */
const applications: Record<string, string> = {
  "an absolute area": `<style>${bare} main{position:absolute;inset:60px 0 0 100px;overflow:auto}</style><main>${content}</main>`,
  "a fixed area": `<style>${bare} main{position:fixed;inset:60px 0 0 100px;overflow:auto}</style><main>${content}</main>`,
  "an area placed from the right and the bottom": `<style>${bare} main{position:absolute;right:0;bottom:0;width:300px;height:240px;overflow:auto}</style><main>${content}</main>`,
  "an area centred by its own size": `<style>${bare} main{position:absolute;top:60px;left:250px;width:300px;height:240px;transform:translate(-50%,calc(-50% + 120px));overflow:auto}</style><main>${content}</main>`,
  "an absolute area in a fixed frame": `<style>${bare} #app{position:fixed;inset:20px 0 0 40px} main{position:absolute;inset:40px 0 0 60px;overflow:auto}</style><div id=app><main>${content}</main></div>`,
  "an area in a shadow tree": `<style>${bare}</style><x-app></x-app>${shadow("x-app", `<main style='position:absolute;inset:60px 0 0 100px;overflow:auto'>${content}</main>`)}`,
  "a slot of a shadow tree": `<style>${bare}</style><x-app><div>${content}</div></x-app>${shadow("x-app", "<main style='margin:60px 0 0 100px;height:calc(100vh - 60px);overflow:auto'><slot></slot></main>")}`,
  "shadow trees in each other": `<style>${bare}</style><x-app></x-app>${shadow("x-area", `<main style='height:100%;overflow:auto'>${content}</main>`)}${shadow("x-app", "<x-area style='display:block;position:absolute;inset:60px 0 0 100px'></x-area>")}`,
};

describe("capture: layouts of applications", () => {
  const browser = useBrowser();

  for (const [what, html] of Object.entries(applications)) {
    it(`keeps the place of ${what} in the whole page`, async () => {
      const url = browser.site.page("/application", `<!doctype html>${html}`);
      const drawn = await picture(await browser.capture({ url, ...fullPage }));
      expect([drawn.width, drawn.height]).to.deep.equal([400, 1060]);
      const points = [drawn.at(99, 61), drawn.at(101, 59), drawn.at(101, 61), drawn.at(399, 559), drawn.at(101, 1059)];
      expect(points).to.deep.equal([white, white, green, green, blue]);
    });
  }

  it("moves bars at the lower end to the end of the page", async () => {
    const url = browser.site.page(
      "/application-bars",
      `<!doctype html><style>${bare} main{position:absolute;inset:0 0 40px 100px;overflow:auto} footer{position:absolute;inset:auto 0 0;height:40px;background:red} nav{position:absolute;inset:0 auto 40px 0;width:100px;background:red}</style><main>${content}</main><nav></nav><footer></footer>`,
    );
    const drawn = await picture(await browser.capture({ url, ...fullPage }));
    expect(drawn.height).to.equal(1040);
    expect([drawn.at(5, 999), drawn.at(105, 999), drawn.at(105, 1001)]).to.deep.equal([red, blue, red]);
  });

  it("prints an absolute area at its place, and no empty sheets", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `<p>line ${index}</p>`).join("");
    const url = browser.site.page(
      "/application-print",
      `<!doctype html><style>${bare} main{position:absolute;inset:60px 0 0 100px;overflow:auto} p{font:16px/24px monospace;margin:0}</style><main>${lines}</main>`,
    );
    const { pdf } = await browser.capture({ url, screenshot: null, pdf: { format: "a3" } });
    const read = await readPdf(pdf?.bytes ?? Buffer.alloc(0));
    expect(read.texts.join(" ")).to.match(/line\s+0\b.*line\s+79/s);
    expect(read.texts.every((text) => text.includes("line"))).to.equal(true);
  });
});

describe("capture: the fragment of an address", () => {
  const browser = useBrowser();
  const sections = `<section style="height:900px;background:red"></section><section id=spot style="height:900px;background:green"></section><section style="height:900px"></section>`;
  const pages: Record<string, string> = {
    "a smooth page": `<style>html{scroll-behavior:smooth}</style>${sections}`,
    "a smooth area": `<style>body{height:100vh;overflow:hidden} main{height:100vh;overflow:auto;scroll-behavior:smooth}</style><main>${sections}</main>`,
    "a script that scrolls smoothly": `${sections.replace("id=spot", "class=spot")}<script>onload = () => document.querySelector(".spot").scrollIntoView({ behavior: "smooth" })</script>`,
    "a script that scrolls an area smoothly": `<style>body{height:100vh;overflow:hidden} main{height:100vh;overflow:auto}</style><main>${sections.replace("id=spot", "class=spot")}</main><script>setTimeout(() => document.querySelector(".spot").scrollIntoView({ behavior: "smooth" }))</script>`,
    "a page that adds its content late": `<style>html{scroll-behavior:smooth}</style><script>addEventListener("DOMContentLoaded", () => { document.body.innerHTML = \`${sections}\`; document.querySelector(location.hash).scrollIntoView() })</script>`,
  };
  for (const [what, html] of Object.entries(pages)) {
    it(`is shown by ${what}`, async () => {
      const url = `${browser.site.page("/fragment", `<!doctype html><body style="margin:0">${html}`)}#spot`;
      const drawn = await picture(await browser.capture({ url }));
      expect([drawn.at(5, 1), drawn.at(5, 299)]).to.deep.equal([green, green]);
    });
  }

  // A scroll that only begins is not seen by a capture that comes right after it.
  const smooth = { behavior: "smooth" };
  const scrolls: Record<string, string> = {
    scrollIntoView: `spot.scrollIntoView(${JSON.stringify(smooth)})`,
    scrollTo: `scrollTo(${JSON.stringify({ top: 900, ...smooth })})`,
    scrollBy: `scrollBy(${JSON.stringify({ top: 900, ...smooth })})`,
    scrollTop: `document.documentElement.style.scrollBehavior = "smooth"; document.documentElement.scrollTop = 900`,
  };
  for (const [name, script] of Object.entries(scrolls)) {
    it(`is reached at once by a smooth ${name} of the page`, async () => {
      const html = `<!doctype html><body style="margin:0">${sections}<script>${script}; document.title = scrollY</script>`;
      const { page } = await browser.capture({ url: browser.site.page("/fragment-at-once", html) });
      expect(page.title).to.equal("900");
    });
  }

  it("gives way to an element that the caller names", async () => {
    const url = `${browser.site.page("/fragment-named", `<!doctype html><style>html{scroll-behavior:smooth} body{margin:0}</style>${sections}`)}#spot`;
    const drawn = await picture(await browser.capture({ url, scrollToElement: "section" }));
    expect(drawn.at(5, 1)).to.deep.equal(red);
  });
});

import { expect } from "chai";
import { blue, failure, fullPage, green, picture, red, useBrowser, white } from "./support.ts";

const box = (color: string, attributes = "") => `<div ${attributes} style="height:100px;background:${color}"></div>`;

describe("capture: selectors", () => {
  const browser = useBrowser();

  it("hideSelectors hides present and later elements", async () => {
    const url = browser.site.page(
      "/hide",
      `<body style="margin:0">${box("red", "class=ad")}${box("green", "id=rest")}
      <script>addEventListener("load", () => setTimeout(() => document.body.insertAdjacentHTML("afterbegin", '${box("blue", "class=late")}'), 0))</script>`,
    );
    const { at } = await picture(await browser.capture({ url, hideSelectors: [".ad", "div.late"] }));
    expect(at(10, 10)).to.deep.equal(green);
    expect(at(10, 150)).to.deep.equal(white);
  });

  it("hideSelectors that match nothing are no error, invalid ones are, by name", async () => {
    const url = browser.site.page("/hide-none", "x");
    await browser.capture({ url, hideSelectors: [".nothing", "a::before"] });
    for (const bad of ["div{", "xpath///div", "p { color: red } q"]) {
      const { code, message } = await failure(browser.capture({ url, hideSelectors: ["p", bad] }));
      expect(code).to.equal("selector_not_found");
      expect(message).to.include(JSON.stringify(bad));
    }
  });

  it("clickSelectors clicks each in turn with a real mouse, and waits for the effect", async () => {
    const url = browser.site.page(
      "/click",
      `<body style="margin:0"><div style="height:2000px"></div><button id=one>1</button>
      <script>
        one.onclick = (event) => { if (event.isTrusted) document.body.insertAdjacentHTML("beforeend", "<button id=two>2</button>"); two.onclick = () => setTimeout(() => { document.body.innerHTML = '${box("blue")}' }, 60) };
      </script>`,
    );
    const { at } = await picture(await browser.capture({ url, clickSelectors: ["#one", "#two"] }));
    expect(at(10, 50)).to.deep.equal(blue);
  });

  it("clickSelectors clicks an element that no mouse can reach", async () => {
    const url = browser.site.page(
      "/click-hidden",
      `<body style="margin:0"><button id=b style="display:none" onclick="document.body.style.background='green'">`,
    );
    expect((await picture(await browser.capture({ url, clickSelectors: ["#b"] }))).at(10, 50)).to.deep.equal(green);
  });

  it("clickSelectors follows a link, and hides there too", async () => {
    browser.site.page(
      "/clicked",
      `<title>there</title><body style="margin:0">${box("red", "class=ad")}${box("green")}`,
    );
    const url = browser.site.page("/click-link", `<a href="/clicked">go</a>`);
    const captured = await browser.capture({ url, clickSelectors: ["a"], hideSelectors: [".ad"] });
    expect(captured.page).to.include({ finalUrl: browser.site.url("/clicked"), title: "there", statusCode: 200 });
    expect((await picture(captured)).at(10, 10)).to.deep.equal(green);
  });

  it("a missing element is selector_not_found; the message names a click selector only by its index", async () => {
    const url = browser.site.page("/missing", "x");
    const clicked = await failure(browser.capture({ url, clickSelectors: ["body", "#secret"] }));
    expect(clicked.code).to.equal("selector_not_found");
    expect(clicked.message).to.include("clickSelectors.1").and.not.include("secret");
    const scrolled = await failure(browser.capture({ url, scrollToElement: "#nowhere" }));
    expect(scrolled.code).to.equal("selector_not_found");
    expect(scrolled.message).to.include('"#nowhere"');
    expect((await failure(browser.capture({ url, clickSelectors: ["aria/x"] }))).message).to.include(
      "clickSelectors.0 is not valid",
    );
  });

  it("the capture waits for an element that appears a little late", async () => {
    const url = browser.site.page(
      "/late",
      `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<button onclick='document.body.style.background=\\"green\\"'>x"), 600)</script>`,
    );
    expect((await picture(await browser.capture({ url, clickSelectors: ["button"] }))).at(300, 200)).to.deep.equal(
      green,
    );
  });

  it("scrollToElement scrolls to the element", async () => {
    const url = browser.site.page(
      "/scroll",
      `<style>html { scroll-behavior: smooth }</style><body style="margin:0"><div style="height:1500px;background:red"></div>${box("blue", "id=target")}<div style="height:1500px;background:green">`,
    );
    const { at } = await picture(await browser.capture({ url, scrollToElement: "#target" }));
    expect(at(10, 50)).to.deep.equal(blue);
    expect(at(10, 150)).to.deep.equal(green);
    const whole = await picture(await browser.capture({ url, scrollToElement: "#target", ...fullPage }));
    expect(whole.height).to.equal(3100);
    expect(whole.at(10, 10)).to.deep.equal(red);
  });
});

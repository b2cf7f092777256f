import { expect } from "chai";
import { failure, fullPage, green, picture, red, useBrowser } from "./support.ts";

describe("capture: waiting until an element is hidden", () => {
  const browser = useBrowser();
  const spinner = `<body style="margin:0;background:green"><div id=spin style="position:fixed;inset:0;background:red"></div>`;

  for (const [how, hide] of [
    ["removed", "spin.remove()"],
    ["not displayed", "spin.style.display = 'none'"],
    ["transparent", "spin.style.opacity = 0"],
  ] as const) {
    it(`ends once the element is ${how}`, async () => {
      const url = browser.site.page(
        `/spinner-${how.replace(" ", "-")}`,
        `${spinner}<script>setTimeout(() => { ${hide} }, 3000)</script>`,
      );
      const captured = await browser.capture({ url, waitForHidden: "#spin" });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
      expect(captured.page).to.not.have.property("warnings");
    });
  }

  it("gives up in time, shows the element and warns", async () => {
    const url = browser.site.page("/spinner-stays", spinner);
    const captured = await browser.capture({ url, waitForHidden: "#spin", timeout: 5 });
    expect((await picture(captured)).at(200, 150)).to.deep.equal(red);
    expect(captured.page.warnings?.map(({ field }) => field)).to.deep.equal(["waitForHidden"]);
  });

  it("does not wait for an element that is not there", async () => {
    const url = browser.site.page("/no-spinner", "<p>ready");
    const captured = await browser.capture({ url, waitForHidden: "#spin" });
    expect(captured.page).to.not.have.property("warnings");
  });
});

describe("capture: the mouse over an element", () => {
  const browser = useBrowser();
  const menu = `<style>body { margin: 0 } #menu ul { display: none; background: green; width: 200px; height: 100px; margin: 0; padding: 0 }
    #menu:hover ul { display: block }</style><div style="height:1000px"></div><div id=menu>Menu<ul></ul></div><div style="height:1000px"></div>`;
  const area = 200 * 100;

  it("shows what appears there, in the viewport and on the whole page", async () => {
    const url = browser.site.page("/menu", menu);
    const greenOf = async (options: object) =>
      (await picture(await browser.capture({ url, ...options }))).count((color) => color.join() === green.join());
    expect(await greenOf(fullPage)).to.equal(0);
    expect(await greenOf({ hoverSelector: "#menu" })).to.be.greaterThan(0);
    expect(await greenOf({ hoverSelector: "#menu", ...fullPage })).to.equal(area);
  });

  it("fails without the element", async () => {
    const url = browser.site.page("/no-menu", "<p>x");
    const failed = await failure(browser.capture({ url, hoverSelector: "#menu" }));
    expect(failed.code).to.equal("selector_not_found");
    expect(failed.message).to.include('hoverSelector: "#menu" matches nothing');
  });
});

import { expect } from "chai";
import { failure, green, picture, red, useBrowser } from "./support.ts";

describe("capture: the visitor that a page sees", () => {
  const browser = useBrowser();

  it("has the language, the time zone and the place that the job asks for", async () => {
    browser.site.page("/visitor", "x");
    // Pages learn of a place on secure origins only.
    const url = browser.site.url("/visitor", "127.0.0.1");
    const emulation = {
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      geolocation: { latitude: 47.37, longitude: 8.54, accuracy: 20 },
    };
    const probe = `(async () => ({
      language: navigator.language,
      number: (1234567.8).toLocaleString(),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      hour: new Date(0).getHours(),
      place: await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => resolve([latitude, longitude, accuracy]), ({ message }) => reject(new Error(message)))),
    }))()`;
    const { probed } = await browser.capture({ url, emulation }, { probe });
    expect(probed).to.deep.equal({
      language: "de-DE",
      number: "1.234.567,8",
      zone: "Asia/Tokyo",
      hour: 9,
      place: [47.37, 8.54, 20],
    });
    const plain = await browser.capture({ url }, { probe: "[navigator.language, new Date(0).getTimezoneOffset()]" });
    expect(plain.probed).to.deep.equal(["en-US", 0]);
  });

  it("sends the language and the user agent to the server", async () => {
    const url = browser.site.page("/agent", "x");
    await browser.capture({ url, emulation: { locale: "pt-BR", userAgent: "Checker/2.0 (+https://example.com)" } });
    const headers = browser.site.received("/agent").at(-1)?.headers ?? {};
    expect(headers["user-agent"]).to.equal("Checker/2.0 (+https://example.com)");
    expect(headers["accept-language"]).to.match(/^pt-BR,pt(?:;|$)/);
    expect(headers).not.to.have.property("sec-ch-ua");
  });

  it("prints on paper, and asks for less motion", async () => {
    const url = browser.site.page(
      "/media",
      `<style>body { background: red } @media print { body { background: green } }</style>`,
    );
    expect((await picture(await browser.capture({ url }))).at(10, 10)).to.deep.equal(red);
    const probe = `matchMedia("(prefers-reduced-motion: reduce)").matches && matchMedia("(prefers-color-scheme: dark)").matches`;
    const printed = await browser.capture(
      { url, theme: "dark", emulation: { media: "print", reducedMotion: true } },
      { probe },
    );
    expect((await picture(printed)).at(10, 10)).to.deep.equal(green);
    expect(printed.probed).to.equal(true);
  });
});

describe("capture: waits", () => {
  const browser = useBrowser();
  const turnsGreen = (ms: number, id = "") =>
    `<body style="background:red"><script>setTimeout(() => { document.body.style.background = "green"; document.body.id = "${id}" }, ${ms})</script>`;

  it("waits for an element that appears late", async () => {
    const url = browser.site.page("/late-element", turnsGreen(1_500, "ready"));
    const { at } = await picture(await browser.capture({ url, waitForSelector: "#ready" }));
    expect(at(10, 10)).to.deep.equal(green);
  });

  it("fails when the element does not appear within the time for loading", async () => {
    const url = browser.site.page("/never-element", "x");
    const { code, message } = await failure(browser.capture({ url, waitForSelector: "#ready", timeout: 3 }));
    expect(code).to.equal("selector_not_found");
    expect(message).to.include('waitForSelector: "#ready" matches nothing');
  });

  it("waits as long as the delay says", async () => {
    const url = browser.site.page("/delayed", turnsGreen(1_500));
    expect((await picture(await browser.capture({ url, delay: 2 }))).at(10, 10)).to.deep.equal(green);
  });
});

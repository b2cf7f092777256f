import { expect } from "chai";
import { type BlockKind, blockKinds } from "#schemas/renders/blocking.ts";
import { fixturePages, useBlockingBrowser } from "./blockingBrowser.ts";
import { blockingOf, fullPage, picture, type Rgb } from "./support.ts";

/** Per fixture page: hosts that must not be requested, the expected count and the answers to dialogs. */
const golden: Record<string, { refused: string[]; count: number; answers?: string[] }> = {
  "ads/adsense": { refused: ["pagead2.googlesyndication.com", "www.googletagmanager.com"], count: 3 },
  "ads/publisherTag": { refused: ["securepubads.g.doubleclick.net"], count: 3 },
  "ads/frames": {
    refused: ["ad.doubleclick.net", "ads.small-network.com", "pixel.small-measurer.com", "track.adform.net"],
    count: 4,
  },
  "ads/native": { refused: ["cdn.taboola.com"], count: 1 },
  "chatWidgets/drift": { refused: ["js.driftt.com"], count: 1 },
  "chatWidgets/liveChat": { refused: ["cdn.livechatinc.com"], count: 1 },
  "chatWidgets/selfHosted": { refused: [], count: 1 },
  "chatWidgets/tawk": { refused: ["embed.tawk.to"], count: 1 },
  "popups/declined": { refused: [], count: 1, answers: ["declined"] },
  "popups/klaviyo": { refused: ["static.klaviyo.com"], count: 1 },
  "popups/newsletter": { refused: [], count: 1, answers: ["closed"] },
  "popups/optinMonster": { refused: ["a.omappapi.com"], count: 1 },
  "popups/unclosable": { refused: [], count: 1 },
  "accessibilityWidgets/accessibe": { refused: ["acsbapp.com"], count: 1 },
  "accessibilityWidgets/bundled": { refused: [], count: 1 },
  "accessibilityWidgets/equalweb": { refused: ["cdn.equalweb.com"], count: 1 },
  "accessibilityWidgets/userway": { refused: ["cdn.userway.org"], count: 1 },
  "cookieBanners/acceptOnly": { refused: [], count: 1, answers: [] },
  "cookieBanners/cookiebot": { refused: [], count: 1, answers: ["rejected"] },
  "cookieBanners/homemade": { refused: [], count: 1, answers: ["rejected"] },
  "cookieBanners/oneTrust": { refused: [], count: 1, answers: ["rejected"] },
  "cookieBanners/sourcepoint": { refused: [], count: 1, answers: ["rejected"] },
};

const kindOf = (page: string) => page.split("/")[0] as BlockKind;

describe("capture: blocking", () => {
  const browser = useBlockingBrowser();

  it("has a page of every kind", () => {
    expect(blockKinds.flatMap(fixturePages).toSorted()).to.deep.equal(Object.keys(golden).toSorted());
  });

  for (const [page, { refused, count, answers = [] }] of Object.entries(golden)) {
    it(`leaves nothing of ${page} but its content`, async () => {
      const kind = kindOf(page);
      // OneTrust shows its banner only after the page has loaded.
      const wait = { waitUntil: page === "cookieBanners/oneTrust" ? "networkidle0" : "load" } as const;
      const without = await browser.render(page, [], wait);
      const blocked = await browser.render(page, [kind], wait);
      expect(without.magenta, "magenta without blocking").to.be.greaterThan(1_000);
      expect(without.hosts).to.include.members(refused);
      expect(without.answers).to.deep.equal([]);
      expect(without.captured.page).to.not.have.property("blocked");
      expect(blocked.magenta, "magenta with blocking").to.equal(0);
      expect(blocked.green, "content").to.be.at.least(without.green).and.to.be.greaterThan(10_000);
      expect(blocked.captured.page.blocked).to.deep.equal({ [kind]: count });
      expect(blocked.answers).to.deep.equal(answers);
      for (const host of refused) expect(blocked.hosts).to.not.include(host);
    });
  }

  it("leaves nothing over the whole height of a long page", async () => {
    for (const page of ["popups/unclosable", "cookieBanners/acceptOnly"]) {
      const { captured, magenta } = await browser.render(page, [kindOf(page)], fullPage);
      expect(magenta, page).to.equal(0);
      expect(captured.screenshot?.height, page).to.be.greaterThan(1_100);
    }
  });

  it("counts a dialog that disappears slowly once", async () => {
    const slow = `<p>${"Some text of the page. ".repeat(40)}</p>
      <div id="d" role="dialog" class="cookie-banner" style="position:fixed;inset:auto 0 0 0;background:#f0f;transition:opacity 2s">
      We use cookies to measure. <button onclick="d.style.opacity = 0; setTimeout(() => d.remove(), 2000)">Reject all</button> <button>Accept all</button></div>`;
    const captured = await browser.capture({
      url: browser.site.page("/slow", slow),
      blocking: blockingOf("cookieBanners"),
    });
    expect(captured.page.blocked).to.deep.equal({ cookieBanners: 1 });
    expect((await picture(captured)).count(([red, green, blue]) => red === blue && green < red)).to.equal(0);
  });

  it("changes no documents other than pages", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="green"/></svg>`;
    for (const [type, body] of [
      ["image/svg+xml", svg],
      ["application/json", `{"cookies": true}`],
      ["text/plain", "We use cookies."],
    ] as const) {
      const url = browser.site.page("/other", body, { headers: { "content-type": type } });
      const without = await browser.capture({ url });
      const blocked = await browser.capture({ url, blocking: blockingOf(...blockKinds) });
      expect(blocked.screenshot?.bytes.equals(without.screenshot?.bytes ?? Buffer.alloc(0)), type).to.equal(true);
    }
  });

  it("removes content that appears on scrolling", async () => {
    const late = `<p>${"Some text of the page. ".repeat(40)}</p><div style="height:3000px"></div><script>
      addEventListener("scroll", () => document.body.insertAdjacentHTML("beforeend",
        '<div role="dialog" style="position:fixed;inset:20%;background:#f0f">Join our newsletter <button>No thanks</button></div>'), { once: true })</script>`;
    const url = browser.site.page("/late", late);
    const isMagenta = ([red, green, blue]: Rgb) => red === 255 && green === 0 && blue === 255;
    const [without, blocked] = [
      await browser.capture({ url, ...fullPage }),
      await browser.capture({ url, ...fullPage, blocking: blockingOf("popups") }),
    ];
    expect((await picture(without)).count(isMagenta)).to.be.greaterThan(1_000);
    expect((await picture(blocked)).count(isMagenta)).to.equal(0);
    expect(blocked.page.blocked).to.deep.equal({ popups: 1 });
    expect(blocked.screenshot?.height).to.equal(without.screenshot?.height);
  });

  for (const page of fixturePages("untouched")) {
    it(`leaves ${page} as it is`, async () => {
      const host = page.endsWith("vendorsOwn") ? "www.tawk.to" : "site.test";
      const without = await browser.render(page, [], { host });
      const blocked = await browser.render(page, [...blockKinds], { host });
      expect(blocked.captured.screenshot?.bytes.equals(without.captured.screenshot?.bytes ?? Buffer.alloc(0))).to.equal(
        true,
      );
      expect(blocked.captured.page.blocked).to.deep.equal(Object.fromEntries(blockKinds.map((kind) => [kind, 0])));
    });
  }
});

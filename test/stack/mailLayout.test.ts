import { expect } from "chai";
import type { Browser } from "puppeteer";
import { alertMail } from "#activities/notify/mail/alertMail.ts";
import { digestMail } from "#activities/notify/mail/digestMail.ts";
import { verificationMail } from "#activities/notify/mail/writeMail.ts";
import type { AlertMessage } from "#activities/notify/alert/alertParts.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

const url = `https://watch.example/render?signature=${"s".repeat(250)}`;
const at = new Date("2026-11-23T12:00:00Z");
const long = "unbroken".repeat(40);

/** A message with long words in each of its texts. */
const message: AlertMessage = {
  type: "monitor.change_detected",
  title: `${"Prices of lamps ".repeat(6)}has changed`,
  lead: "The page differs from its baseline. A second capture confirmed it.",
  host: `${"shop".repeat(30)}.example`,
  pageUrl: null,
  notes: [
    ["Changed below your threshold", long],
    ["Failed in a row", "3"],
  ],
  facts: [
    ["Changed", "12.3 % of the picture (alerts from 1 % of it or of one of its regions)"],
    ["When", "25 Nov 2026, 04:49:43 CET"],
  ],
  numbers: null,
  words: [
    { change: "removed", words: long },
    { change: "added", words: "costs €45 each" },
  ],
  see: { label: "See what changed", url },
  actions: [
    { action: "accept", label: "Accept this change", url },
    { action: "mute", label: "Mute for a day", url },
    { action: "pause", label: "Pause this monitor", url },
  ],
  pictureUrl: url,
  at,
};
const picture = {
  attachment: { cid: "changes", bytes: Buffer.of(), contentType: "image/jpeg" as const },
  width: 544,
  height: 300,
};
const parts = { message, captures: [{ label: "This capture", url }], unsubscribe: url };
const mails = {
  alert: alertMail({
    ...parts,
    picture: { ...picture, alt: "Before and after", caption: "Before and after." },
    chart: { ...picture, height: 96, alt: "price", caption: "price, 7 runs: €39.00 to €89.00, now €89.00." },
  }),
  digest: digestMail({ items: [{ monitorId: "1", message, picture: null }], total: 2, unsubscribe: null }),
  verification: verificationMail({ url, expiresAt: at, account: "owner@example.com" }),
};

describe("mails as people see them", function () {
  this.timeout(60_000);
  let browser: Browser;
  before(async () => {
    browser = await launchPlainBrowser();
  });
  after(() => browser.close());

  for (const [name, { html }] of Object.entries(mails)) {
    for (const width of [390, 700]) {
      it(`${name}: no sideways scrolling and no split labels at ${width} pixels, legible in light and dark`, async () => {
        const page = await browser.newPage();
        await page.setViewport({ width, height: 800 });
        for (const value of ["light", "dark"]) {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
          await page.setContent(html);
          const seen = await page.evaluate(readMail);
          expect(seen).to.deep.equal({ scrolls: false, splitWords: [], pale: [] }, value);
        }
        await page.close();
      });
    }
  }
});

/** Runs in the page: words of labels that a line break splits, and texts with a contrast below 4.5 to 1. */
function readMail() {
  const luminance = (color: string) => {
    const channels = (color.match(/[\d.]+/gu) ?? []).slice(0, 3).map((channel) => Number(channel) / 255);
    const [red = 0, green = 0, blue = 0] = channels.map((c) =>
      c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)";
    const color = getComputedStyle(element).backgroundColor;
    return color === "rgba(0, 0, 0, 0)" ? background(element.parentElement) : color;
  };
  const splitWords: string[] = [];
  const pale: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? "";
    if (element === null || text.trim() === "" || !element.checkVisibility()) continue;
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(background(element))];
    if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 4.5) pale.push(text.trim());
    for (const { index, 0: word } of text.matchAll(/\S+/gu)) {
      if (word.length > 20) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) splitWords.push(word);
    }
  }
  return { scrolls: document.documentElement.scrollWidth > innerWidth, splitWords, pale };
}

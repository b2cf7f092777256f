import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { type Hands, keyboard, mouse } from "./support/hands.ts";
import { useConsole } from "./support/useConsole.ts";

for (const [tool, takeHands] of Object.entries({ mouse, keyboard })) {
  describe(`the main jobs by ${tool}`, function () {
    this.timeout(180_000);
    const service = useConsole({ openBrowser: openSketchBrowser });
    const { newAccount, openAs, site } = service;
    const changed = useChangedMonitor(service);
    const address = () => (site.show("/main", shopPage("Main")), site.url("/main"));
    const open = async (): Promise<{ page: Page; hands: Hands; monitors(): Promise<Monitor[]> }> => {
      const account = await newAccount();
      const { page } = await openAs(account);
      const monitors = async (): Promise<Monitor[]> => {
        const reply: { monitors: Monitor[] } = await (await account.call("GET", "/render/monitors")).json();
        return reply.monitors;
      };
      return { page, hands: takeHands(page), monitors };
    };

    it("take one click for the picture of a page", async () => {
      const { page, hands } = await open();
      await hands.fill("Address of a page", address());
      await hands.press("Take a picture");
      await page.locator(`::-p-aria(Picture of ${address()})`).wait();
      expect(hands.clicks()).to.be.at.most(1);
    });

    it("take one click to watch a page", async () => {
      const { page, hands, monitors } = await open();
      await hands.fill("Address of a page", address());
      await hands.press("Watch it");
      await page.locator("h1::-p-text(/main)").wait();
      expect((await monitors()).map(({ intervalMinutes }) => intervalMinutes)).to.deep.equal([60]);
      expect(hands.clicks()).to.be.at.most(1);
    });

    it("take at most four clicks to watch words", async () => {
      const { page, hands, monitors } = await open();
      await hands.press("Watch a page");
      await hands.fill("Address", address());
      await hands.pick({ name: "Words are added or removed", chosen: "The picture changes", nth: 2 });
      await hands.press("Watch the page");
      await page.locator("h1::-p-text(/main)").wait();
      const captures = (await monitors()).map(({ capture: { text, changeOn } }) => ({ text, changeOn }));
      expect(captures).to.deep.equal([{ text: true, changeOn: "text" }]);
      expect(hands.clicks()).to.be.at.most(4);
    });

    it("take at most three clicks for the Markdown of a page", async () => {
      const { page, hands } = await open();
      await hands.fill("Address of a page", address());
      await hands.press("Markdown");
      await until(() => Promise.resolve(/\/jobs\/[^?]+\?tab=markdown$/.test(page.url())));
      expect(hands.clicks()).to.be.at.most(3);
    });

    it("take at most three clicks to tell a channel", async () => {
      const { page } = await openAs(changed.owner);
      const hands = takeHands(page);
      await hands.press("Shop");
      await hands.openTab({ name: "Settings", first: "Timeline" });
      await hands.press("Add Slack");
      await hands.fill("Incoming webhook", site.url("/services/secret"));
      await page.keyboard.press("Enter");
      await until(async () => (await changed.read()).alerts.channels.length === 1);
      expect(hands.clicks()).to.be.at.most(3);
    });

    it("take one click to see a change, and keys to silence a part and to accept the rest", async () => {
      const { page } = await openAs(changed.owner);
      const hands = takeHands(page);
      await hands.follow("section[aria-label^='To review'] li a");
      await page.locator("::-p-text(Side by side)").wait();
      await page.keyboard.press("j");
      await page.keyboard.press("i");
      await until(async () => (await changed.read()).capture.ignoreRegions?.length === 1);
      await page.keyboard.press("y");
      await until(async () => (await changed.read()).incident === null);
      expect(hands.clicks()).to.be.at.most(1);
    });
  });
}

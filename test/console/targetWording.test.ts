import { expect } from "chai";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the wording of an alert target in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("is written, previewed for each channel, corrected, saved and removed by keyboard", async () => {
    const account = await newAccount();
    const body = { name: "shop-team", channels: [{ type: "slack", url: site.url("/services/x") }] };
    expect((await account.call("POST", "/alert-targets", body)).status).to.equal(201);
    const saved = async () => {
      const reply = await account.call("GET", "/alert-targets");
      const { alertTargets }: { alertTargets: AlertTarget[] } = await reply.json();
      return alertTargets[0]?.template;
    };
    const { page, complaints } = await openAs(account, "/alerts");
    const press = async (name: string): Promise<void> => {
      const button = await page.waitForSelector(`::-p-aria([name='${name}'][role='button'])`);
      await button?.focus();
      await page.keyboard.press("Enter");
    };
    await press("Edit the alert target shop-team");
    const fold = await page.waitForSelector("main summary::-p-text(Wording of its messages)");
    await fold?.focus();
    await page.keyboard.press("Enter");
    // The usual wording is the first sample.
    await page.locator("section[aria-label=Preview] ::-p-text(Kettle: € 39.00 → € 34.00)").wait();
    await page.keyboard.press("Tab");
    await page.keyboard.type("<b>{{monitor.nam}}</b> costs {{value.new}}");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Was {{value.old}} & {{change.share}}");
    await press("Save the target");
    await page.locator("main form ::-p-text(has the unknown field “monitor.nam”; the nearest are monitor.name)").wait();
    // The wrong field gets the focus.
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type("<b>{{monitor.name}}</b> costs {{value.new}}");
    await press("Preview");
    await page.locator("section[aria-label=Preview] ::-p-text(<b>Kettle</b> costs € 34.00)").wait();
    await page.locator("section[aria-label=Preview] ::-p-text(Was € 39.00 & 3.1 %)").wait();

    const isAtChoice = () =>
      page.waitForFunction(() => document.activeElement?.getAttribute("aria-haspopup") === "listbox");
    const choose = async (presses: number): Promise<void> => {
      await isAtChoice();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "option");
      for (let down = 0; down < presses; down += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await isAtChoice();
    };
    // After the button come the event of the sample, and what is shown of it.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await choose(6);
    await page.locator("section[aria-label=Preview] pre ::-p-text(&lt;b&gt;Kettle&lt;/b&gt; costs)").wait();
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    await page.keyboard.up("Shift");
    await choose(1);
    // Messages about failures have no value, so the title is the usual one.
    await page.locator("section[aria-label=Preview] pre ::-p-text(can't be captured)").wait();
    await press("Save the target");
    await page.locator("li ::-p-text(Messages in its own words.)").wait();
    expect(await saved()).to.deep.equal({
      title: "<b>{{monitor.name}}</b> costs {{value.new}}",
      text: "Was {{value.old}} & {{change.share}}",
    });

    await press("Edit the alert target shop-team");
    // The fold is open for a target that has a wording.
    const title = await page.waitForSelector("::-p-aria([name='Title of messages'][role='textbox'])");
    await title?.focus();
    for (let field = 0; field < 2; field += 1) {
      await page.waitForFunction(() => ["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName ?? ""));
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await page.keyboard.press("Delete");
      await page.keyboard.press("Tab");
    }
    await press("Save the target");
    await until(async () => (await saved()) === null);
    expect(complaints.filter((text) => !text.includes("400"))).to.deep.equal([]);
  });
});

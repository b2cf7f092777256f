import { expect } from "chai";
import type { Page } from "puppeteer";
import { revokeKey } from "#data/accounts.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("two tabs of the console", function () {
  this.timeout(180_000);
  const service = useConsole({ openBrowser: openSketchBrowser });
  const { pipeline, newAccount, openAs } = service;
  const changed = useChangedMonitor(service);

  const text = (page: Page): Promise<string> => page.$eval("body", (body) => body.innerText);

  it("show each other's actions without a reload", async () => {
    const first = await openAs(changed.owner, `/monitors/${changed.id}`);
    const second = await first.openTab("/monitors");
    await second.page.locator("::-p-aria([name='Choose Shop'])").wait();
    await second.page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    await first.page.locator("::-p-aria([name='Pause'][role='button'])").click();
    await until(async () => (await text(second.page)).includes("Paused"));
    await first.page.locator("::-p-aria([name='Resume'][role='button'])").click();
    await until(async () => !/Paused(?! only)/.test(await second.page.$eval("main ul", (list) => list.innerText)));
    expect(await second.page.evaluate(() => Reflect.get(globalThis, "isSameDocument"))).to.equal(true);
    expect([...first.complaints, ...second.complaints]).to.deep.equal([]);
  });

  it("both lead to the log-in after one of them logs out", async () => {
    const first = await openAs(await newAccount());
    const second = await first.openTab("/renders");
    await second.page.locator("::-p-text(No renders here)").wait();
    await first.page.locator("::-p-text(someone@example.com)").click();
    await first.page.locator("::-p-aria(Log out)").click();
    await first.page.locator("::-p-aria(API key)").wait();
    expect(await text(first.page)).not.to.include("logged out.");
    await second.page.locator("::-p-aria([name='Monitors'][role='link'])").click();
    await second.page.locator("::-p-aria(API key)").wait();
    await second.page.locator("[role=status]::-p-text(You are logged out.)").wait();
    expect(new URL(second.page.url()).searchParams.get("next")).to.include("monitors");
    expect(second.complaints.filter((complaint) => !complaint.includes("401"))).to.deep.equal([]);
  });

  it("end with a revoked key at their next request, and the log-in says why", async () => {
    const account = await newAccount();
    const first = await openAs(account, "/renders");
    const second = await first.openTab("/keys");
    await second.page.locator("::-p-aria([name='Create a key'][role='button'])").wait();
    const [key] = await pipeline.database.keys.find({ accountId: account.accountId }).toArray();
    await revokeKey(pipeline.database, key?.keyId ?? "");
    await until(async () => (await account.call("GET", "/usage")).status === 401);
    await first.page.locator("::-p-aria([name='Monitors'][role='link'])").click();
    const why = "The session's API key “test” was revoked; log in with another key.";
    await first.page.locator(`[role=status]::-p-text(${why})`).wait();
    // The second tab may be at the log-in by itself, where a reload would show no reason.
    await second.go("/keys");
    await second.page.locator(`[role=status]::-p-text(${why})`).wait();
    const other = await newAccount();
    await second.page.locator("input::-p-aria(API key)").fill(other.key);
    await second.page.keyboard.press("Enter");
    await second.page.locator("::-p-aria([name='Places'][role='navigation'])").wait();
    const complaints = [...first.complaints, ...second.complaints].filter((complaint) => !complaint.includes("401"));
    expect(complaints).to.deep.equal([]);
  });
});

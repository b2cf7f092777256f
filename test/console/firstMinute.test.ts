import { expect } from "chai";
import { revokeKey } from "#data/accounts.ts";
import { createLoginToken } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the console's first minute", function () {
  this.timeout(120_000);
  const { pipeline, site, newAccount, openPage, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("refuses a wrong key with a remedy, and opens with a right one", async () => {
    const account = await newAccount();
    const { page, complaints } = await openPage();
    const field = page.locator("::-p-aria(API key)");
    await field.fill("wf_live_wrong");
    await page.keyboard.press("Enter");
    await page.locator("::-p-text(This API key is unknown, revoked or expired.)").wait();
    await field.fill(account.key);
    await page.keyboard.press("Enter");
    await page.locator("::-p-aria(Take a picture of a page, or watch it)").wait();
    expect(complaints.filter((text) => !text.includes("401"))).to.deep.equal([]);
  });

  it("logs in by a link, which works once and leaves no token in the address", async () => {
    const account = await newAccount();
    const token = await createLoginToken(pipeline.database, hashApiKey(account.key), new Date());
    const first = await openPage();
    await first.page.goto("about:blank");
    await first.go(`/login#token=${token}`);
    await first.page.locator("::-p-aria(Take a picture of a page, or watch it)").wait();
    expect(first.page.url()).not.to.include(token);
    const second = await openPage();
    await second.page.goto("about:blank");
    await second.go(`/login#token=${token}`);
    await second.page.locator("::-p-text(This log-in link was used or has expired.)").wait();
  });

  it("goes from an address to its picture and then to a monitor of it", async () => {
    site.show("/first", shopPage("First page"));
    const account = await newAccount();
    const { page, complaints } = await openAs(account);
    await page.locator("::-p-aria(Address of a page)").fill(site.url("/first"));
    await page.locator("::-p-aria(Take a picture)").click();
    const picture = await page.locator(`::-p-aria(Picture of ${site.url("/first")})`).waitHandle();
    await until(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0));
    await page.locator("::-p-aria(Watch this page)").click();
    await page.locator("::-p-text(The page is watched now, once an hour.)").wait();
    await page.locator("::-p-text(First capture)").setTimeout(60_000).wait();
    expect(complaints).to.deep.equal([]);
  });

  it("returns to the log-in when the key is revoked, and to the same screen afterwards", async () => {
    const account = await newAccount();
    const { page } = await openAs(account, "/renders");
    await page.locator("::-p-text(No renders here)").wait();
    const [key] = await pipeline.database.keys.find({ accountId: account.accountId }).toArray();
    await revokeKey(pipeline.database, key?.keyId ?? "");
    await until(async () => (await account.call("GET", "/usage")).status === 401);
    await page.locator("::-p-aria([name='Monitors'][role='link'])").click();
    await page.locator("::-p-aria(API key)").wait();
    expect(new URL(page.url()).search).to.include("monitors");
  });

  it("logs out, and keeps nothing of the account on the screen", async () => {
    const { page } = await openAs(await newAccount());
    await page.locator("::-p-text(someone@example.com)").click();
    await page.locator("::-p-aria(Log out)").click();
    await page.locator("::-p-aria(API key)").wait();
    await page.goBack();
    await page.locator("::-p-aria(API key)").wait();
    expect(await page.$eval("body", (body) => body.innerText)).not.to.include("someone@example.com");
  });
});

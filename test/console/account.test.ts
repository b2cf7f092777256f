import { expect } from "chai";
import type { ShownKey } from "#schemas/account.ts";
import { callerWith } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the account in the console", function () {
  this.timeout(120_000);
  const { pipeline, site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("creates a key with its scopes, shows it once, and revokes it", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/keys");
    await page.locator("::-p-aria([name='Create a key'][role='button'])").click();
    await page.locator("input::-p-aria(Name)").fill("Nightly");
    await page.locator("[role=dialog] label::-p-text(Monitor: monitors)").click();
    await page.locator("::-p-aria([name='Create the key'][role='button'])").click();
    const key = await page
      .locator("[role=dialog] code")
      .map((code) => code.textContent)
      .wait();
    const created = callerWith(pipeline.apiUrl, { accountId: account.accountId, key });
    expect((await created.call("GET", "/usage")).status).to.equal(200);
    await page.locator("::-p-aria([name='Done'][role='button'])").click();
    await page.locator("::-p-aria([name='Revoke Nightly'][role='button'])").wait();
    expect(await page.content()).not.to.include(key);
    await page.reload();
    await page.locator("::-p-aria([name='Revoke Nightly'][role='button'])").click();
    expect(await page.content()).not.to.include(key);
    await page.locator("::-p-aria([name='Revoke the key'][role='button'])").click();
    await page.locator("::-p-text(“Nightly” is revoked.)").wait();
    await until(async () => (await created.call("GET", "/usage")).status === 401);
    const { keys }: { keys: ShownKey[] } = await (await account.call("GET", "/account/keys")).json();
    const nightly = keys.find(({ name }) => name === "Nightly");
    expect(nightly?.scopes).to.have.members(["render", "read"]);
    expect(complaints).to.deep.equal([]);
  });

  it("creates a signing key, shows its secret once, and deletes it", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/keys");
    await page.locator("input::-p-aria(Name)").fill("website");
    await page.locator("::-p-aria([name='Create a signing key'][role='button'])").click();
    const secret = await page
      .locator("main code")
      .map((code) => code.textContent)
      .wait();
    expect(secret).to.match(/^[\w-]{43}$/);
    await page.locator("::-p-aria([name='Done'][role='button'])").click();
    await page.locator("::-p-aria([name='Delete the signing key website'][role='button'])").wait();
    expect(await page.content()).not.to.include(secret);
    await page.locator("::-p-aria([name='Delete the signing key website'][role='button'])").click();
    await page.locator("::-p-aria([name='Delete the key'][role='button'])").click();
    await page.locator("::-p-text(“website” is deleted.)").wait();
    expect(await (await account.call("GET", "/account/signing-keys")).json()).to.deep.equal({
      success: true,
      keys: [],
    });
    expect(complaints).to.deep.equal([]);
  });

  it("creates a feed of a tag, which needs no key, and deletes it", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/alerts");
    await page.locator("input::-p-aria(Tag)").fill("prices");
    await page.locator("::-p-aria([name='Create a feed'][role='button'])").click();
    await page.locator("::-p-text(Monitors with the tag prices)").wait();
    const { feeds }: { feeds: { url: string }[] } = await (await account.call("GET", "/feeds")).json();
    const url = feeds[0]?.url ?? "";
    expect((await fetch(url)).status).to.equal(200);
    await page.locator("::-p-aria([name='Delete the feed: Monitors with the tag prices'][role='button'])").click();
    await page.locator("::-p-aria([name='Delete the feed'][role='button'])").click();
    await page.locator("::-p-text(The feed is deleted.)").wait();
    expect((await fetch(url)).status).to.equal(404);
    expect(complaints).to.deep.equal([]);
  });

  it("ends another session, whose browser is then logged out", async () => {
    const account = await newAccount();
    const other = await openAs(account, "/renders");
    await other.page.locator("::-p-text(No renders here)").wait();
    const { page, complaints } = await openAs(account, "/sessions");
    await page.locator("::-p-text(This browser)").wait();
    await page.locator("main li [role=button], main li button").click();
    await page.locator("::-p-text(The session has ended.)").wait();
    await until(() => page.$$eval("main li", (rows) => rows.length === 1));
    await other.go("/monitors");
    await other.page.locator("::-p-aria(API key)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("shows the credits of a render by kind and by key", async () => {
    site.show("/cost", shopPage("Cost"));
    const account = await newAccount();
    await account.render({ url: site.url("/cost"), screenshot: true });
    const { page, complaints } = await openAs(account, "/usage");
    await page.locator("th::-p-text(Single renders)").wait();
    const cells = await page.$$eval("main tbody tr", (rows) => rows.map((row) => row.innerText.split("\t")));
    const today = new Date().toISOString().slice(0, 10);
    expect(cells).to.deep.equal([
      [today, "1", "1"],
      ["test", "1"],
    ]);
    await page.locator(".recharts-bar-rectangle path").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("asks an address to confirm, and deletes it after a question", async () => {
    const { page, complaints } = await openAs(await newAccount(), "/alerts");
    await page.locator("input::-p-aria(Address)").fill("reader@example.com");
    await page.locator("::-p-aria([name='Send the link'][role='button'])").click();
    await page.locator("main li ::-p-text(Not confirmed)").wait();
    await page.locator("main li button").click();
    await page.locator("::-p-aria([name='Delete the address'][role='button'])").click();
    await page.locator("::-p-text(No recipients yet)").wait();
    expect(complaints).to.deep.equal([]);
  });
});

import { expect } from "chai";
import type { Page } from "puppeteer";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { keyboard } from "./support/hands.ts";
import { useConsole } from "./support/useConsole.ts";

describe("sign-ins, secrets and proxies in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  const button = (name: string) => `::-p-aria([name='${name}'][role='button'])`;
  const field = (page: Page, label: string) => page.locator(`input::-p-aria(${label})`);
  const shows = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();

  it("stores a secret, never shows its value again, and deletes it", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/access");
    await shows(page, "No secrets yet");
    await field(page, "Name of the secret").fill("Shop password");
    await field(page, "Value").fill("CANARY-value ");
    await page.locator(button("Store the secret")).click();
    await page.locator("[data-invalid] ::-p-aria([name='Name of the secret'])").wait();
    await field(page, "Name of the secret").click({ count: 3 });
    await page.keyboard.type("shop-password");
    const sending = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/secrets"));
    await page.locator(button("Store the secret")).click();
    // A space may belong to a password.
    expect((await sending).postData()).to.include('"CANARY-value "');
    await shows(page, "“shop-password” is stored.");
    await shows(page, "Not used by monitors");
    expect(await page.$eval("input[type=password]", (input) => input.value)).to.equal("");
    await page.reload();
    await page.locator(button("Delete the secret shop-password")).wait();
    expect(await page.content()).not.to.include("CANARY");
    await page.locator(button("Delete the secret shop-password")).click();
    await page.locator("[role=alertdialog], [role=dialog]").wait();
    await page.locator(button("Delete the secret")).click();
    await shows(page, "“shop-password” is deleted.");
    await shows(page, "No secrets yet");
    expect(complaints.filter((complaint) => !complaint.includes("400"))).to.deep.equal([]);
  });

  it("adds a proxy, tests it, and shows how the test ended, without its password", async () => {
    const { page } = await openAs(await newAccount(), "/access");
    await field(page, "Name of the proxy").fill("germany");
    await field(page, "Address of the proxy").fill("http://ann:CANARY-word@proxy.nowhere.example:3128");
    await page.locator(button("Add the proxy")).click();
    await shows(page, "http://proxy.nowhere.example:3128");
    await page.locator(button("Test the proxy germany")).click();
    await field(page, "Page to fetch").fill("https://example.com/");
    await page.locator(button("Fetch it")).click();
    await shows(page, "“germany” failed");
    await page.locator("main li ::-p-text(Failed)").wait();
    expect(await page.content()).not.to.include("CANARY");
  });

  it("shows whether a sign-in works, and signs in again by keyboard", async () => {
    const account = await newAccount();
    site.show("/inside", shopPage("Inside"));
    const make = (name: string, text: string) =>
      account.call("POST", "/sign-ins", {
        name,
        url: site.url("/inside"),
        steps: [{ wait: 0 }],
        signedIn: { text },
      });
    expect((await make("works", "Inside")).status).to.equal(201);
    expect((await make("broken", "Nowhere")).status).to.equal(201);
    const { page, complaints } = await openAs(account, "/access");
    const rowOf = (name: string) =>
      page.$$eval(
        "main li",
        (rows, wanted) => rows.map((row) => row.innerText).find((text) => text.startsWith(wanted)),
        name,
      );
    await until(async () => /Signed in(?! to)/.test((await rowOf("works")) ?? ""));
    await until(async () => (await rowOf("broken"))?.includes("Failed"));
    expect(await rowOf("broken")).to.match(/next try/);
    const picture = await page.$eval("::-p-aria([name='Picture of the last try of broken'])", (link) =>
      link.getAttribute("href"),
    );
    expect((await fetch(picture ?? "")).headers.get("content-type")).to.equal("image/jpeg");
    await keyboard(page).press("Sign in now: works");
    await shows(page, "“works” signs in again.");
    await page.locator(button("Delete the sign-in works")).click();
    await page.locator(button("Delete the sign-in")).click();
    await shows(page, "“works” is deleted.");
    await until(async () => (await rowOf("works")) === undefined);
    expect(complaints).to.deep.equal([]);
  });
});

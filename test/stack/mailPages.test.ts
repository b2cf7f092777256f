import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import { startMailCatcher } from "#stack/mail/catcher.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

/** A picture of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const mail = {
  From: "watch@example.com",
  To: "a@example.com",
  Subject: "It has changed",
  TextBody: "See https://example.com/capture?a=1&b=2 for more.",
  HtmlBody: `<!doctype html><html><body style="margin:0">
    <script>document.title = "run"; parent.document.title = "run";</script>
    <img src="cid:capture" onerror="parent.document.title = 'run'" style="display:block;width:100px;height:2345px">
    <a href="https://example.com/pause">Pause</a></body></html>`,
  Headers: [{ Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" }],
  Attachments: [
    { Name: "capture.png", Content: pixel, ContentType: "image/png", ContentID: "cid:capture" },
    { Name: "page.html", Content: btoa("<script>alert(1)</script>"), ContentType: "text/html" },
  ],
};

describe("the mail catcher's page in a browser", function () {
  this.timeout(60_000);
  let folder: string;
  let server: Server;
  let url: string;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  const send = async (message: object): Promise<string> => {
    const headers = { "X-Postmark-Server-Token": "token" };
    const reply = await fetch(`${url}/email`, { method: "POST", headers, body: JSON.stringify(message) });
    return String(Object(await reply.json()).MessageID);
  };
  const shown = async (selector: string): Promise<string> =>
    page.$eval(selector, (element) => element.textContent.replaceAll(/\s+/g, " ").trim());

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-mail-"));
    server = await startMailCatcher({ port: 0, file: path.join(folder, "mails.jsonl") });
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    browser = await launchPlainBrowser();
    page = await browser.newPage();
    await page.emulateTimezone("Asia/Tokyo");
    page.on("pageerror", (error) => complaints.push(String(error)));
  });

  after(async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it("shows the HTML part with its pictures, and runs nothing in it", async () => {
    const id = await send(mail);
    await page.goto(url);
    await Promise.all([page.waitForNavigation({ waitUntil: "networkidle0" }), page.click(`a[href="/messages/${id}"]`)]);
    expect(await page.$eval("img", ({ naturalWidth }) => naturalWidth)).to.equal(1);
    expect(await page.title()).to.not.equal("run");
    expect(await page.evaluate(() => origin)).to.equal("null");
    expect(await page.$eval("a", ({ ownerDocument }) => ownerDocument.querySelector("base")?.target)).to.equal(
      "_blank",
    );
    expect(complaints).to.deep.equal([]);
  });

  it("shows a mail's text with its links, its headers and its attachments", async () => {
    const id = await send(mail);
    await page.goto(url);
    await page.click("summary");
    expect(await shown(".text")).to.equal(mail.TextBody);
    expect(await page.$eval(".text a", ({ href }) => href)).to.equal("https://example.com/capture?a=1&b=2");
    expect(await shown(".rest"))
      .to.include('"List-Unsubscribe=One-Click"')
      .and.include(id);
    const attached = await fetch(`${url}/messages/${id}/attachments/1`);
    expect(attached.headers.get("content-disposition")).to.equal('attachment; filename="page.html"');
    expect(attached.headers.get("content-type")).to.equal("application/octet-stream");
    expect((await fetch(`${url}/messages/${id}/attachments/2`)).status).to.equal(404);
    expect(await page.$$eval("li:first-child div a", (all) => all.map(({ textContent }) => textContent))).to.deep.equal(
      ["capture.png", "page.html"],
    );
  });

  it("shows times in the reader's zone, and the exact one on hovering", async () => {
    const id = await send(mail);
    const { SubmittedAt } = Object(await (await fetch(`${url}/messages/${id}`)).json());
    const style = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
    const local = new Date(SubmittedAt).toLocaleString("en-US", style);
    await page.goto(url);
    expect((await shown("time")).replaceAll(/\s/g, " ")).to.equal(local.replaceAll(/\s/g, " "));
    expect(await page.$eval("time", ({ title }) => title)).to.equal(SubmittedAt);
  });

  it("runs its own style and script alone, and is dark on a dark screen", async () => {
    const refused: string[] = [];
    page.on("console", (message) => refused.push(message.text()));
    const reply = await page.goto(url);
    expect(reply?.headers()["content-security-policy"]).to.not.include("unsafe-inline");
    expect(await page.$eval("body", (body) => getComputedStyle(body).maxWidth)).to.equal("860px");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    expect(await page.$eval("h1", (heading) => getComputedStyle(heading).color)).to.equal("rgb(255, 255, 255)");
    expect(refused).to.deep.equal([]);
  });

  it("needs no sideways scrolling on a phone", async () => {
    await send({ ...mail, HtmlBody: "", Subject: "long".repeat(60), TextBody: "x".repeat(500) });
    await page.setViewport({ width: 390, height: 800 });
    await page.goto(url);
    await page.click("summary");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390);
  });
});

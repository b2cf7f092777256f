import { createServer, type Server } from "node:http";
import path from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import sharp from "sharp";
import { signImageUrl } from "#clients/typescript/src/imageLinks.ts";
import { createLoginToken } from "#data/sessions.ts";
import { buildConsole } from "#stack/consoleBuild.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { until } from "../support/until.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const consoleFolder = path.resolve(import.meta.dirname, "..", "..", "console", "dist");
const target = "https://example.com/";

/** The rules of `crossSite.test.ts` in Chromium, whose headers and cookies are the true ones. */
describe("a browser that is logged in", function () {
  this.timeout(180_000);
  const { api, account } = useApi({ consoleFolder });
  let browser: Browser;
  let site: Server;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    await buildConsole(() => undefined);
    browser = await launchPlainBrowser();
    site = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end("<body>foreign"));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    page = await browser.newPage();
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => complaints.push(message.text()));
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  const port = (): number => {
    const address = site.address();
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  };
  /** Status of the API's reply to the next request of a route. */
  async function statusOf(route: string, send: () => Promise<unknown>): Promise<unknown> {
    api.logged.length = 0;
    await send();
    const line = await until(async (): Promise<unknown> =>
      api.logged.map((text): unknown => JSON.parse(text)).find((entry) => at(entry, "route") === route),
    );
    return at(line, "status");
  }
  const countJobs = () => api.ports.database.jobs.countDocuments({ accountId: account.accountId });

  it("came by a log-in link, under the console's policy, and no script can read its cookie", async () => {
    const token = await createLoginToken(api.ports.database, hashApiKey(account.key), new Date());
    await page.goto(`${api.url}/console/login#token=${token}`);
    const current = () => page.evaluate(async () => (await fetch("/sessions/current")).status);
    await until(async () => (await current()) === 200);
    await page.waitForFunction(() => !location.href.includes("token"));
    expect(await page.evaluate(() => document.cookie)).to.equal("");
    const [cookie] = await browser.cookies();
    expect(cookie).to.include({ name: "watchframe", httpOnly: true, sameSite: "Lax", path: "/" });
    expect(complaints.filter((text) => /policy|trusted/i.test(text))).to.deep.equal([]);
  });

  it("renders from the own page", async () => {
    const body = JSON.stringify({ url: target });
    const send = () =>
      page.evaluate(
        (text) => fetch("/render", { method: "POST", body: text, headers: { "Content-Type": "application/json" } }),
        body,
      );
    expect(await statusOf("/render", send)).to.equal(202);
    expect(await countJobs()).to.equal(1);
  });

  // Ports do not count for sites, so cookies go to the API from the first and, by SameSite=Lax, not from the second.
  for (const [name, host, refusal] of [
    ["the same site", "127.0.0.1", 403],
    ["another site", "localhost", 401],
  ] as const) {
    describe(`opens a page of ${name}, which`, () => {
      beforeEach(() => page.goto(`http://${host}:${port()}/`));

      it("sends no render by a script", async () => {
        const send = () =>
          page.evaluate(
            (url) => fetch(url, { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }).catch(String),
            `${api.url}/render`,
          );
        expect(await statusOf("/render", send)).to.equal(refusal);
      });

      it("sends no render by a form", async () => {
        const send = () =>
          page.evaluate((action) => {
            const form = Object.assign(document.createElement("form"), {
              method: "post",
              enctype: "text/plain",
              action,
            });
            document.body.append(form);
            form.submit();
          }, `${api.url}/render`);
        expect(await statusOf("/render", send)).to.equal(refusal);
      });

      it("reads no list by a picture", async () => {
        const send = () => page.evaluate((src) => void (new Image().src = src), `${api.url}/jobs`);
        expect(await statusOf("/jobs", send)).to.equal(refusal);
      });

      it("shows the picture of a signed link", async () => {
        const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
          .jpeg()
          .toBuffer();
        api.orchestrator.onStart = ({ jobId }) =>
          void completeJob(api.ports, jobId, { screenshot: { contentType: "image/jpeg", bytes } }).then(() =>
            api.orchestrator.end(jobId),
          );
        const { client } = await api.account();
        const { json } = await client.call("POST", "/account/signing-keys", { body: { name: "site" } });
        const signer = { baseUrl: api.url, keyId: textAt(json, "key.id"), secret: textAt(json, "secret") };
        const src = await signImageUrl(signer, { url: target });
        const size = await page.evaluate(async (address) => {
          const image = Object.assign(new Image(), { src: address });
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }, src);
        expect(size).to.deep.equal([30, 20]);
      });

      it("takes no screenshot by a link, with which the cookie comes from any site", async () => {
        const address = `${api.url}/render/screenshot?url=${encodeURIComponent(target)}`;
        expect(
          await statusOf("/render/screenshot", () => page.evaluate((to) => location.assign(to), address)),
        ).to.equal(403);
        expect(await countJobs()).to.equal(1);
      });

      it("opens the console by a link, where the person is still logged in", async () => {
        const send = () => page.evaluate((to) => location.assign(to), `${api.url}/console`);
        expect(await statusOf("/sessions/current", send)).to.equal(200);
      });
    });
  }
});

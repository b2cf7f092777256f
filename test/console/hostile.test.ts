import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { until } from "../support/until.ts";
import { useConsole } from "./support/useConsole.ts";
import { payloads } from "./support/payloads.ts";

describe("hostile text in the console", function () {
  this.timeout(180_000);
  const { site, newAccount, openAs } = useConsole();

  it("is shown as text on every screen, and nothing of it runs", async () => {
    const account = await newAccount();
    const ids: string[] = [];
    for (const [index, payload] of payloads.entries()) {
      site.show(`/p${index}`, `<!doctype html><title>${payload.replaceAll("<", "&lt;")}</title><p>page</p>`);
      ids.push(await account.submit({ url: site.url(`/p${index}`), width: 320, height: 240 }));
    }
    for (const id of ids) await account.ended(id);
    const body = { name: payloads[0], url: site.url("/p1"), intervalMinutes: 60, tags: [payloads[1]?.slice(0, 40)] };
    const { monitor }: { monitor: Monitor } = await (await account.call("POST", "/render/monitors", body)).json();
    await until(async () => {
      const reply: { monitor: Monitor } = await (await account.call("GET", `/render/monitors/${monitor.id}`)).json();
      return reply.monitor.baselineRunId !== null;
    });
    const { page, complaints, go } = await openAs(account);
    const paths = ["/", "/renders", "/monitors", `/monitors/${monitor.id}`, ...ids.map((id) => `/jobs/${id}`)];
    for (const path of paths) {
      await go(path);
      await page.locator("h1").wait();
      await until(() => page.$$eval("[aria-busy=true]", (busy) => busy.length === 0));
    }
    await go("/renders");
    await page.locator("main strong").wait();
    const shown = await page.$$eval("main strong", (titles) => titles.map((title) => title.textContent));
    expect(shown).to.include(payloads[0]?.replaceAll(/\s+/g, " ").trim());
    expect(await page.evaluate(() => Reflect.get(globalThis, "hacked"))).to.equal(undefined);
    expect(complaints).to.deep.equal([]);
  });
});

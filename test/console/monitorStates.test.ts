import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Caller } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the state of a monitor in the console", function () {
  this.timeout(180_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  const watch = async (owner: Caller, name: string, path: string): Promise<string> => {
    const body = { name, url: site.url(path), intervalMinutes: 1_440, baselineMode: "fixed" };
    return (await (await owner.call("POST", "/render/monitors", body)).json()).monitor.id;
  };
  const stateOf = async (owner: Caller, id: string): Promise<Monitor["state"]> =>
    (await (await owner.call("GET", `/render/monitors/${id}`)).json()).monitor.state;
  const runOnce = async (owner: Caller, id: string, kind: Monitor["state"]["kind"]) => {
    await until(async () => (await owner.call("POST", `/render/monitors/${id}/run`, {})).status === 202);
    await until(async () => (await stateOf(owner, id)).kind === kind);
  };
  /** The badge and everything else in the row of a monitor. */
  const row = (page: Page, name: string) =>
    page
      .locator(`li:has(input[aria-label='Choose ${name}'])`)
      .map((item) => (item instanceof HTMLElement ? item.innerText : ""));

  it("is never green while the page fails, and the reason is beside it, in the list, the overview and its own page", async () => {
    const owner = await newAccount();
    const missing = await watch(owner, "Missing", "/missing");
    site.show("/flapping", "<!doctype html><title>Flapping</title><p>Fine");
    const flapping = await watch(owner, "Flapping", "/flapping");
    await until(async () => (await stateOf(owner, missing)).kind === "no_first_capture");
    await until(async () => (await stateOf(owner, flapping)).kind === "ok");
    site.remove("/flapping");
    await runOnce(owner, flapping, "failing");

    const { page, go } = await openAs(owner, "/monitors");
    expect(await row(page, "Missing").wait()).to.match(/404[^]*No first capture/);
    expect(await row(page, "Flapping").wait()).to.match(/404[^]*Failing 1 of 3/);
    expect(await findViolations(page)).to.deep.equal([]);
    await go("/");
    await page.locator("section ::-p-text(Failing monitors (2))").wait();
    await go(`/monitors/${flapping}`);
    const facts = await page
      .locator("main dl")
      .map((list) => list.innerText)
      .wait();
    expect(facts).to.match(/State\s+Failing 1 of 3[^]*404/);

    site.show("/flapping", "<!doctype html><title>Flapping</title><p>Fine");
    await runOnce(owner, flapping, "ok");
    await page.locator("main dl ::-p-text(OK)").wait();
  });

  it("puts the changed monitor before those that are well on the overview, whichever is newer", async () => {
    const owner = await newAccount();
    site.show("/changing", "<!doctype html><title>Changing</title><p>Before");
    site.show("/quiet", "<!doctype html><title>Quiet</title><p>Fine");
    const changing = await watch(owner, "Changing", "/changing");
    await until(async () => (await stateOf(owner, changing)).kind === "ok");
    const quiet = await watch(owner, "Quiet", "/quiet");
    await until(async () => (await stateOf(owner, quiet)).kind === "ok");
    const { page } = await openAs(owner);
    const names = () =>
      page.$$eval("section[aria-label=Monitors] li strong", (all) => all.map(({ innerText }) => innerText).join());
    await until(async () => (await names()) === "Quiet,Changing");
    site.show("/changing", "<!doctype html><title>Changing</title><h1>After</h1>");
    await runOnce(owner, changing, "changed");
    await until(async () => (await names()) === "Changing,Quiet");
  });
});

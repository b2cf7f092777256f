import { expect } from "chai";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("a monitor that compares no pictures, in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  /** Opens a monitor of the shop after its baseline and one more run. Returns the page's facts and its table. */
  async function openWatched(body: object) {
    site.show("/shop", shopPage("Kettle", '<p id="price">€39.00</p>'));
    const owner = await newAccount();
    const id = await createMonitor(owner, { name: "Kettle", url: site.url("/shop"), ...body });
    await until(async () => (await readMonitor(owner, id)).baselineRunId !== null);
    await until(async () => (await owner.call("POST", `/render/monitors/${id}/run`, {})).status === 202);
    await until(async () => {
      const { recentRuns } = await readMonitor(owner, id);
      return recentRuns.length === 2 && recentRuns.every(({ status }) => status === "completed");
    });
    const { page, complaints } = await openAs(owner, `/monitors/${id}`);
    await page.locator("main tbody tr:nth-child(2)").wait();
    const facts = await page.$$eval("main dl > div", (parts) => parts.map((part) => part.innerText));
    const columns = await page.$$eval("main thead th", (names) => names.map((name) => name.innerText));
    const cells = await page.$$eval("main tbody tr:first-child td", (all) => all.map((cell) => cell.innerText));
    return { page, complaints, facts: facts.map((fact) => fact.replace(/\s+/g, " ")), columns, cells };
  }

  it("says what alerts and what each run read, and no figure of a picture", async () => {
    const values = [
      { name: "price", selector: "#price", as: "number" },
      { name: "title", selector: "h1" },
      { name: "stock", selector: "#stock" },
    ];
    const alertWhen = {
      any: [
        { value: "price", is: "above", than: 50 },
        { value: "stock", is: "appears" },
      ],
    };
    const { page, complaints, facts, columns, cells } = await openWatched({
      capture: { changeOn: "values", values },
      alertWhen,
    });
    expect(facts).to.include("Alerts when price is above 50 or stock appears");
    expect(facts.filter((fact) => /Threshold|Difference/.test(fact))).to.deep.equal([]);
    expect(columns).to.deep.equal(["Choose", "Run", "Verdict", "Values", "Run by"]);
    expect(cells[3]).to.equal("price: €39.00\ntitle: Kettle\nstock: Not on the page");
    const section = await page.$eval("section[aria-label=Values]", ({ innerText }) => innerText);
    expect(section.replace(/\s+/g, " ")).to.equal("Values price €39.00 title Kettle stock Not on the page");
    expect(await page.$$("section[aria-label=Values] polyline")).to.have.length(1);
    expect(await page.$("main .recharts-wrapper")).to.equal(null);
    await page.locator("main tbody tr:first-child a").click();
    await page.locator("figure ::-p-text(Before)").wait();
    expect(await page.$("[role=toolbar] ::-p-aria([name='Next change'])")).to.equal(null);
    expect(complaints).to.deep.equal([]);
  });

  it("counts the words of a run instead", async () => {
    const { complaints, facts, columns, cells } = await openWatched({ capture: { text: true, changeOn: "text" } });
    expect(facts).to.include("Alerts when words are added or removed");
    expect(columns).to.deep.equal(["Choose", "Run", "Verdict", "Words", "Run by"]);
    expect(cells[3]).to.equal("the same");
    expect(complaints).to.deep.equal([]);
  });
});

import { expect } from "chai";
import type { ReadValues } from "#schemas/values.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { completeRun } from "./support/reviewedRuns.ts";
import { useApi } from "./support/useApi.ts";

const priceOf = (value: number): ReadValues => ({
  price: { value, text: `€${value}` },
  colours: { value: ["Red", 'Blue "sky"'], text: "=Red, Blue" },
});

describe("the history of a monitor's values", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  /** A monitor with a run on each day of November that has a price, oldest first, and one run without values. */
  async function watched(prices: readonly number[]) {
    const id = await monitors.created();
    const { runs } = api.ports.database;
    for (const [index, price] of prices.entries()) {
      const runId = await completeRun(api.ports.database, id, null);
      const createdAt = new Date(`2026-11-0${index + 1}T09:00:00.000Z`);
      await runs.updateOne({ _id: runId }, { $set: { "capture.values": priceOf(price), createdAt } });
    }
    await completeRun(api.ports.database, id, null);
    return id;
  }

  const list = async (id: string, query = "") => {
    const { status, json } = await account.client.call("GET", `/render/monitors/${id}/values${query}`);
    const entries = at(json, "values");
    const shown = Array.isArray(entries) ? entries.map((entry) => at(entry, "values.price.value")) : null;
    return { status, json, prices: shown, cursor: at(json, "nextCursor") };
  };

  it("is listed in pages, newest first, without runs that read none", async () => {
    const id = await watched([39, 49, 59]);
    const first = await list(id, "?limit=2");
    expect([first.status, first.prices]).to.deep.equal([200, [59, 49]]);
    const next = await list(id, `?limit=2&cursor=${textAt(first.json, "nextCursor")}`);
    expect([next.prices, next.cursor]).to.deep.equal([[39], null]);
    expect((await list(id, `?name=price&cursor=${textAt(first.json, "nextCursor")}`)).status).to.equal(400);
  });

  it("has a range of time, and one value by its name", async () => {
    const id = await watched([39, 49, 59]);
    const range = "from=2026-11-02T09:00:00Z&to=2026-11-03T09:00:00Z";
    const { json, prices } = await list(id, `?name=price&${range}`);
    expect(prices).to.deep.equal([49]);
    expect(at(json, "values.0.values")).to.deep.equal({ price: { value: 49, text: "€49" } });
    expect((await list(id, "?name=weight")).prices).to.deep.equal([]);
    for (const [query, field] of [
      ["name=price.value", "name"],
      ["name=$where", "name"],
      ["from=yesterday", "from"],
      ["to=2026-13-01T00:00:00Z", "to"],
      ["limit=1001", "limit"],
    ]) {
      const refused = await list(id, `?${query}`);
      expect([refused.status, Object.keys(problems(refused.json))]).to.deep.equal([400, [field]]);
    }
  });

  it("is a table in which a text of the page is no formula", async () => {
    const id = await watched([39]);
    const { status, headers, bytes } = await account.client.call("GET", `/render/monitors/${id}/values.csv`);
    expect([status, headers.get("content-type")]).to.deep.equal([200, "text/csv; charset=utf-8"]);
    const [head, price, ...colours] = bytes.toString("utf8").split("\r\n");
    expect(head).to.equal("at,runId,name,value,text,reason");
    expect(price).to.match(/^2026-11-01T09:00:00\.000Z,[0-9a-f-]{36},price,39,€39,$/);
    expect(colours.join("\r\n")).to.match(/,colours,"Red\nBlue ""sky""","'=Red, Blue",\r\n$/);
    const one = await account.client.call("GET", `/render/monitors/${id}/values.csv?name=price`);
    expect(one.bytes.toString("utf8").split("\r\n")).to.have.length(3);
  });

  it("has no formula where a spreadsheet may part a text, and keeps numbers", async () => {
    const id = await watched([-5]);
    const values: ReadValues = {
      note: { value: "a;=1+1", text: "a\n@b\t-c" },
      share: { value: -5.5, text: "\uff1d1" },
    };
    await api.ports.database.runs.updateMany(
      { monitorId: id, "capture.values": { $exists: true } },
      { $set: { "capture.values": values } },
    );
    const { bytes } = await account.client.call("GET", `/render/monitors/${id}/values.csv`);
    const [, ...rows] = bytes.toString("utf8").split("\r\n");
    expect(rows.join("|")).to.match(/,note,"a;'=1\+1","a\n'@b\t'-c",\|/);
    expect(rows.join("|")).to.match(/,share,-5\.5,'\uff1d1,\|$/u);
  });

  it("ends a page of long values early", async () => {
    const id = await monitors.created();
    const long: ReadValues = { note: { value: "x".repeat(1_500_000), text: null } };
    for (let count = 0; count < 4; count += 1) {
      const runId = await completeRun(api.ports.database, id, null);
      await api.ports.database.runs.updateOne({ _id: runId }, { $set: { "capture.values": long } });
    }
    const first = await list(id);
    expect(first.prices).to.have.length(3);
    const rest = await list(id, `?cursor=${textAt(first.json, "nextCursor")}`);
    expect([rest.prices?.length, rest.cursor]).to.deep.equal([1, null]);
  });

  it("is another account's secret", async () => {
    const id = await watched([39]);
    const { client } = await api.account();
    for (const path of ["values", "values.csv"]) {
      expect((await client.call("GET", `/render/monitors/${id}/${path}`)).status).to.equal(404);
    }
  });
});

import { expect } from "chai";
import { at, problems } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const values = [
  { name: "price", selector: ".price", as: "number" },
  { name: "declared", product: "price" },
  { name: "stock", selector: ".stock" },
  { name: "sale", selector: ".sale", as: "boolean" },
  { name: "colours", selector: "li", as: "list" },
];

const good: object[] = [
  { value: "price", is: "below", than: 50 },
  { value: "declared", is: "above", than: -1.5 },
  { value: "price", is: "equals", than: 0 },
  { value: "sale", is: "equals", than: true },
  { value: "stock", is: "equals", than: "In stock" },
  { value: "stock", is: "in", than: ["In stock", "Pre-order"] },
  { value: "price", is: "in", than: [1, 2] },
  { value: "colours", is: "changed" },
  { value: "price", is: "changedBy", than: "2.5%" },
  { value: "price", is: "changedBy", than: 5 },
  { value: "colours", is: "contains", than: "red" },
  { value: "stock", is: "matches", than: "(?i)^in" },
  { value: "sale", is: "appears" },
  { value: "price", is: "disappears" },
];

/** Conditions that are refused, with the field and its problem. */
const bad: [condition: object, field: string, message: string][] = [
  [
    { value: "weight", is: "changed" },
    "value",
    "is weight, which capture.values lacks: it has price, declared, stock, sale, colours",
  ],
  [{ value: "stock", is: "below", than: 5 }, "is", "is not for a text, as which stock is read: below takes a number"],
  [{ value: "price", is: "below", than: "5" }, "than", "must be a number"],
  [{ value: "price", is: "below" }, "than", "must be a number"],
  [{ value: "price", is: "changed", than: 5 }, "than", "must be left out, as changed compares nothing"],
  [{ value: "price", is: "changedBy", than: "10" }, "than", 'must be a number above 0, or a share such as "10%"'],
  [{ value: "price", is: "changedBy", than: 0 }, "than", 'must be a number above 0, or a share such as "10%"'],
  [{ value: "price", is: "in", than: ["1"] }, "than", "must be a list of numbers"],
  [{ value: "sale", is: "equals", than: "true" }, "than", "must be true or false"],
];

describe("the conditions of monitors", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  it("are kept and shown, in a change as well", async () => {
    const { status, json } = await monitors.create({ capture: { values }, alertWhen: { any: good } });
    expect([status, at(json, "monitor.alertWhen")]).to.deep.equal([201, { any: good }]);
    const id = String(at(json, "monitor.id"));
    const all = { all: [{ value: "price", is: "above", than: 80 }] };
    const changed = await monitors.patch(id, { alertWhen: all });
    expect(at(changed.json, "monitor.alertWhen")).to.deep.equal(all);
    expect(at((await monitors.patch(id, { name: "Other" })).json, "monitor.alertWhen")).to.deep.equal(all);
    expect(at((await monitors.patch(id, { alertWhen: null })).json, "monitor.alertWhen")).to.equal(null);
  });

  it("are refused by name if they do not fit their values", async () => {
    const other = await api.account();
    for (const [condition, field, message] of bad) {
      const { status, json } = await monitors.create({ capture: { values }, alertWhen: { any: [condition] } }, other);
      expect([status, problems(json)]).to.deep.equal([400, { [`alertWhen.any.0.${field}`]: message }]);
    }
    const pattern = await monitors.create(
      { capture: { values }, alertWhen: { all: [{ value: "stock", is: "matches", than: "(a" }] } },
      other,
    );
    expect(Object.keys(problems(pattern.json))).to.deep.equal(["alertWhen.all.0.than"]);
  });

  it("have one form, and need values", async () => {
    const any = [{ value: "price", is: "changed" }];
    const both = await monitors.create({ capture: { values }, alertWhen: { any, all: any } });
    expect(problems(both.json)).to.deep.equal({ alertWhen: "must have either any or all" });
    expect(Object.keys(problems((await monitors.create({ alertWhen: { any: [] } })).json))).to.deep.equal([
      "alertWhen.any",
    ]);
    const than = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(512, "x"));
    const long = { any: [{ value: "stock", is: "in", than }] };
    expect(problems((await monitors.create({ capture: { values }, alertWhen: long })).json)).to.deep.equal({
      alertWhen: "must have at most 16384 characters as JSON",
    });
    const { json } = await monitors.create({ alertWhen: { any } });
    expect(problems(json)).to.deep.equal({
      "alertWhen.any.0.value": "is price, which capture.values lacks: it has none",
    });
  });

  it("keep the values that they name", async () => {
    const created = await monitors.create({
      capture: { values },
      alertWhen: { any: [{ value: "price", is: "changed" }] },
    });
    const id = String(at(created.json, "monitor.id"));
    const refused = await monitors.patch(id, { capture: { values: values.slice(1) } });
    expect([refused.status, problems(refused.json)]).to.deep.equal([
      400,
      { "capture.values": "must fit alertWhen, which names price; change alertWhen as well" },
    ]);
    expect((await monitors.patch(id, { capture: { values: values.slice(0, 1) } })).status).to.equal(200);
    expect((await monitors.patch(id, { capture: { values: null } })).status).to.equal(400);
    expect((await monitors.patch(id, { capture: { values: null }, alertWhen: null })).status).to.equal(200);
  });
});

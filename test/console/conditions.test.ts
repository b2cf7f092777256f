import { expect } from "chai";
import type { AlertWhen, Condition } from "#schemas/monitor/alertWhen.ts";
import { emptyDraft, type Draft, formOf } from "#console/forms/draft.ts";
import { conditionsOf, setConditions, thanText } from "#console/screens/monitors/form/conditions.ts";
import { patchOf } from "#console/screens/monitors/form/monitorBody.ts";

const values = [
  { name: "price", product: "price" },
  { name: "rank", selector: "b", as: "number" },
  { name: "sale", selector: ".sale", as: "boolean" },
  { name: "stock", selector: ".stock" },
];

/** The form of a saved monitor, whose entries stay. */
function edited(alertWhen: AlertWhen | null) {
  let draft: Draft = emptyDraft;
  const saved = { alertWhen, capture: { values } };
  return () => formOf({ draft, onDraft: (change) => (draft = change(draft)), saved, error: null });
}

/** Typed texts with what the API gets for them. */
const typed: [condition: Condition, sent: Condition["than"]][] = [
  [{ value: "price", is: "below", than: "49.50" }, 49.5],
  [{ value: "price", is: "below", than: "49,50" }, "49,50"],
  [{ value: "rank", is: "changedBy", than: "10%" }, "10%"],
  [{ value: "rank", is: "changedBy", than: "5" }, 5],
  [{ value: "rank", is: "equals", than: "5." }, 5],
  [{ value: "stock", is: "equals", than: "5" }, "5"],
  [{ value: "sale", is: "equals", than: "Yes" }, true],
  [{ value: "rank", is: "in", than: "1, 2" }, [1, 2]],
  [{ value: "stock", is: "in", than: "In stock, Pre-order," }, ["In stock", "Pre-order"]],
  [{ value: "stock", is: "contains", than: "1, 2" }, "1, 2"],
  [{ value: "stock", is: "changed", than: "a rest of another kind" }, undefined],
];

describe("the conditions of a monitor's form", () => {
  for (const [condition, than] of typed) {
    it(`sends ${condition.value} ${condition.is} “${thanText(condition.than)}” as its value needs`, () => {
      const form = edited(null);
      setConditions(form(), { form: "any", list: [condition] });
      const { value, is } = condition;
      expect(patchOf(form()).alertWhen).to.deep.equal({ any: [{ value, is, ...(than !== undefined && { than }) }] });
    });
  }

  it("keeps what was saved, adds to it, and takes it away", () => {
    const saved: Condition = { value: "stock", is: "in", than: ["In stock, soon", "Pre-order"] };
    const form = edited({ all: [saved] });
    expect(patchOf(form())).to.deep.equal({});
    const { form: kind, list } = conditionsOf(form());
    expect([kind, list]).to.deep.equal(["all", [saved]]);
    const more: Condition = { value: "sale", is: "appears" };
    setConditions(form(), { form: "any", list: [...list, more] });
    expect(patchOf(form())).to.deep.equal({ alertWhen: { any: [saved, more] } });
    setConditions(form(), { form: "any", list: [] });
    expect([patchOf(form()), conditionsOf(form()).list]).to.deep.equal([{ alertWhen: null }, []]);
  });
});

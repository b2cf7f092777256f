import { expect } from "chai";
import { useApi } from "./support/useApi.ts";

describe("reads by id", () => {
  const { api } = useApi();

  it("have the order, bounds and limit of the ids' characters, whatever the order of their writes", async () => {
    const { signingKeys: all } = api.ports.database;
    // Ids of different lengths and beginnings, as those of presets with the id of their account before the name.
    const names = ["b", "a:1", "a", "A", "a:10", "a-b", "ab", "a_b", "a:2"];
    const accountId = "order-of-ids";
    await all.insertMany(names.map((name) => ({ _id: `order:${name}`, accountId, name, createdAt: new Date() })));
    const sorted = ["A", "a", "a-b", "a:1", "a:10", "a:2", "a_b", "ab", "b"];
    const read = async (filter: object, order: 1 | -1, limit: number) => {
      const found = await all
        .find({ accountId, ...filter })
        .sort({ _id: order })
        .limit(limit)
        .toArray();
      return found.map(({ name }) => name);
    };
    expect(await read({}, 1, 0)).to.deep.equal(sorted);
    expect(await read({}, -1, 0)).to.deep.equal(sorted.toReversed());
    expect(await read({}, -1, 2)).to.deep.equal(["b", "ab"]);
    expect(await read({ _id: { $lt: "order:ab" } }, -1, 2)).to.deep.equal(["a_b", "a:2"]);
    expect(await read({ _id: { $gt: "order:a:1" } }, 1, 2)).to.deep.equal(["a:10", "a:2"]);
    expect(await read({ _id: { $in: ["order:b", "order:a", "order:none"] } }, 1, 0)).to.deep.equal(["a", "b"]);
    expect(await read({ _id: { $in: [] } }, 1, 0)).to.deep.equal([]);
    expect(await read({ name: "a", _id: { $lt: "order:b", $gt: "order:A" } }, 1, 1)).to.deep.equal(["a"]);
  });
});

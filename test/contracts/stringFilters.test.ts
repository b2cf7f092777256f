import { MongoClient } from "mongodb";
import { expect } from "chai";
import { servers } from "../support/servers.ts";

type Row = { _id: string; name: string | string[] | number | null; other?: unknown };

const texts = [
  "",
  "plain",
  `"quoted"`,
  String.raw`back\slash`,
  "<b>&amp;</b>",
  "line\nbreak\u2028end",
  "ünïcode 🗼",
  "[",
  "%_",
];

/** Documents that have the text elsewhere than in the field. */
const decoys: Row[] = [
  { _id: "other field", name: "none", other: "plain" },
  { _id: "nested field", name: "none", other: { name: "plain" } },
  { _id: "text of the field", name: "none", other: `"name":"plain"` },
  { _id: "longer", name: "plainer" },
  { _id: "null", name: null },
  { _id: "number", name: 1 },
];

describe("filters by strings of the embedded stack's database", function () {
  this.timeout(120_000);
  let client: MongoClient;
  const collection = () => client.db().collection<Row>("stringFilters");
  const idsBy = async (filter: object) =>
    (await collection().find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

  before(async () => {
    client = new MongoClient((await servers()).info.mongoUrl);
    await collection().deleteMany({});
    await collection().insertMany([
      ...texts.map((name) => ({ _id: `is ${name}`, name })),
      ...texts.map((name) => ({ _id: `list with ${name}`, name: ["first", name] })),
      ...decoys,
    ]);
  });
  after(async () => {
    await collection().drop();
    await client.close();
  });

  for (const text of texts) {
    it(`find ${JSON.stringify(text)} as a value and in a list, and count it`, async () => {
      const expected = [`is ${text}`, `list with ${text}`];
      expect(await idsBy({ name: text })).to.deep.equal(expected);
      expect(await collection().countDocuments({ name: text })).to.equal(2);
      const groups = await collection()
        .aggregate<{ n: number }>([{ $match: { name: text } }, { $group: { _id: null, n: { $sum: 1 } } }])
        .toArray();
      expect(groups.map(({ n }) => n)).to.deep.equal([2]);
    });
  }

  it("find by fields of nested documents, by operators, and by a string beside them", async () => {
    expect(await idsBy({ "other.name": "plain" })).to.deep.equal(["nested field"]);
    expect(await idsBy({ name: { $in: ["plainer", 1] } })).to.deep.equal(["longer", "number"]);
    expect(await idsBy({ $or: [{ name: "plainer" }, { other: "plain" }] })).to.deep.equal(["longer", "other field"]);
    expect(await idsBy({ name: "none", other: "plain" })).to.deep.equal(["other field"]);
    expect(await idsBy({ name: null })).to.deep.equal(["null"]);
  });

  it("find a document by what an update wrote", async () => {
    await collection().insertOne({ _id: "changed", name: "before" });
    expect((await collection().updateMany({ name: "before" }, { $set: { name: "<after>" } })).modifiedCount).to.equal(
      1,
    );
    expect(await idsBy({ name: "before" })).to.deep.equal([]);
    expect(await idsBy({ name: "<after>" })).to.deep.equal(["changed"]);
    expect((await collection().deleteMany({ name: "<after>" })).deletedCount).to.equal(1);
  });
});

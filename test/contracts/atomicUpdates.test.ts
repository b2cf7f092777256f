import { MongoClient } from "mongodb";
import { expect } from "chai";
import { servers } from "../support/servers.ts";

describe("the database of the embedded stack", function () {
  this.timeout(120_000);
  let client: MongoClient;
  before(async () => {
    client = new MongoClient((await servers()).info.mongoUrl);
  });
  after(() => client?.close());

  const collection = () => client.db().collection<{ _id: string; count: number }>("atomic");

  it("loses none of 200 increments of one document at once", async () => {
    await collection().insertOne({ _id: "counter", count: 0 });
    await Promise.all(
      Array.from({ length: 200 }, () => collection().updateOne({ _id: "counter" }, { $inc: { count: 1 } })),
    );
    expect((await collection().findOne({ _id: "counter" }))?.count).to.equal(200);
  });

  it("lets one of 50 win a condition that they all compete for", async () => {
    await collection().insertOne({ _id: "claim", count: 0 });
    const claims = Array.from({ length: 50 }, () =>
      collection().findOneAndUpdate({ _id: "claim", count: 0 }, { $set: { count: 1 } }),
    );
    expect((await Promise.all(claims)).filter((won) => won !== null)).to.have.length(1);
  });

  it("refuses the second insert of an id", async () => {
    const inserts = Array.from({ length: 20 }, () => collection().insertOne({ _id: "once", count: 0 }));
    const outcomes = await Promise.allSettled(inserts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
  });
});

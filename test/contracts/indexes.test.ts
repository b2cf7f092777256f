import { expect } from "chai";
import { ensureIndexes, openDatabase } from "#data/mongo.ts";
import { servers } from "../support/servers.ts";

describe("indexes", function () {
  this.timeout(60_000);

  it("are made once, however often and by however many processes they are asked for", async () => {
    const { mongoUrl } = (await servers()).info;
    const [first, second] = [openDatabase(mongoUrl), openDatabase(mongoUrl)];
    await Promise.all([ensureIndexes(first), ensureIndexes(second)]);
    const before = await first.jobs.indexes();
    await ensureIndexes(first);
    expect(await first.jobs.indexes()).to.deep.equal(before);
    expect(before.map(({ key }) => Object.keys(key).join())).to.include.members([
      "accountId,_id",
      "accountId,status,_id",
      "accountId,kind,_id",
      "accountId,host,_id",
    ]);
    await Promise.all([first.close(), second.close()]);
  });
});

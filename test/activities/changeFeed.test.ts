import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { appendChanges, changesAfter, maxKeptChanges } from "#data/changes/changeFeed.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { Change } from "#schemas/change.ts";
import { servers } from "../support/servers.ts";

const change = (id: string): Change => ({ kind: "job", id, at: "2026-01-01T00:00:00.000Z" });
const idsAfter = (feed: Parameters<typeof changesAfter>[0], position: number) =>
  changesAfter(feed, position)?.map(({ change: { id }, position: at }) => `${at} ${id}`);

describe("a change feed", function () {
  this.timeout(60_000);
  let one: Database;
  let two: Database;
  before(async function () {
    this.timeout(600_000);
    const { mongoUrl } = (await servers()).info;
    [one, two] = [openDatabase(mongoUrl), openDatabase(mongoUrl)];
  });
  after(() => Promise.all([one.close(), two.close()]));

  it("keeps every change that several processes append at the same time", async () => {
    const accountId = uuidv7();
    const names = Array.from({ length: 20 }, (_, index) => `change-${index}`);
    const appendTo = ({ changeFeeds }: Database, name: string) => appendChanges(changeFeeds, accountId, [change(name)]);
    for (let from = 0; from < names.length; from += 4) {
      const some = names.slice(from, from + 4);
      await Promise.all(some.map((name, index) => appendTo(index % 2 === 0 ? one : two, name)));
    }
    const feed = await one.changeFeeds.findOne({ _id: accountId });
    expect(feed?.seq).to.equal(names.length);
    const found = changesAfter(feed, 0);
    expect(found?.map(({ change: { id } }) => id).toSorted()).to.deep.equal(names.toSorted());
    expect(found?.map(({ position }) => position)).to.deep.equal(names.map((_, index) => index + 1));
  });

  it("knows only the positions of the changes that it keeps", () => {
    const lines = Array.from({ length: maxKeptChanges }, (_, index) => JSON.stringify(change(`c${index + 101}`)));
    const feed = { _id: "a", seq: 300, lines: lines.join("\n") };
    expect(idsAfter(feed, 300)).to.deep.equal([]);
    expect(idsAfter(feed, 298)).to.deep.equal(["299 c299", "300 c300"]);
    expect(idsAfter(feed, 100)).to.have.length(200);
    expect(idsAfter(feed, 99)).to.equal(undefined);
    expect(idsAfter(feed, 301)).to.equal(undefined);
    expect(idsAfter(null, 0)).to.deep.equal([]);
    expect(idsAfter(null, 1)).to.equal(undefined);
  });
});

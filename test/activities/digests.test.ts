import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { addToDigest, closeDigest, type DigestSubject } from "#data/digests.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { DigestEntry } from "#schemas/digest.ts";
import { servers } from "../support/servers.ts";

describe("messages for a digest", function () {
  this.timeout(60_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());

  const at = new Date("2026-11-23T10:30:00Z");
  const subjectOf = (): DigestSubject => ({ accountId: uuidv7(), period: "hourly", timeZone: "UTC", at });
  const entry = (id: string): DigestEntry => ({
    id,
    type: "monitor.change_detected",
    facts: { monitorId: id, name: id, runId: null, incident: null, reason: null, at },
    readers: [{ recipientId: null, emailMasked: "a***@e***.com" }],
  });
  const idsIn = async (digestId: string) =>
    (await database.digests.findOne({ _id: digestId }))?.entries.map(({ id }) => id);

  it("are each in it once, also if many come at the same time or are repeated", async () => {
    const subject = subjectOf();
    const ids = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    const added = await Promise.all([...ids, ...ids].map((id) => addToDigest(database, subject, entry(id))));
    const [first] = added;
    expect(new Set(added.map(({ _id }) => _id)).size).to.equal(1);
    expect(first?.dueAt).to.deep.equal(new Date("2026-11-23T11:00:00Z"));
    expect(await idsIn(first?._id ?? "")).to.have.members(ids);
  });

  it("go into the next one once it is closed, and are not moved when they are repeated", async () => {
    const subject = subjectOf();
    const early = await addToDigest(database, subject, entry("early"));
    expect((await closeDigest(database, early._id))?.entries).to.have.length(1);
    const late = await addToDigest(database, subject, entry("late"));
    expect(late.dueAt).to.deep.equal(new Date("2026-11-23T12:00:00Z"));
    expect(await addToDigest(database, subject, entry("late"))).to.deep.equal(late);
    expect(await addToDigest(database, subject, entry("early"))).to.deep.equal(early);
    expect([await idsIn(early._id), await idsIn(late._id)]).to.deep.equal([["early"], ["late"]]);
  });
});

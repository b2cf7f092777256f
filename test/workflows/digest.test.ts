import { expect } from "chai";
import sharp from "sharp";
import type { DigestRecord } from "#schemas/digest.ts";
import type { Recipient } from "#schemas/recipient.ts";
import { taskQueues } from "#orders/messages.ts";
import { nextDigestAt } from "#rules/digests.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (price: string, colour: string) =>
  `<!doctype html><title>Shop</title><body style="background:${colour}"><p>Bread costs ${price} each</p>`;

describe("a digest", function () {
  this.timeout(90_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  before(() => {
    site.release();
  });

  it("is due at the full hour, or at eight in the morning where the account is", () => {
    const at = (text: string) => new Date(text);
    const cases: [period: "hourly" | "daily", zone: string, after: string, due: string][] = [
      ["hourly", "UTC", "2026-11-23T10:00:00Z", "2026-11-23T11:00:00Z"],
      ["hourly", "Asia/Kolkata", "2026-11-23T10:59:59.999Z", "2026-11-23T11:30:00Z"],
      ["daily", "UTC", "2026-11-23T07:59:00Z", "2026-11-23T08:00:00Z"],
      ["daily", "UTC", "2026-11-23T08:00:00Z", "2026-11-24T08:00:00Z"],
      ["daily", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00Z"],
      ["daily", "America/New_York", "2026-11-23T12:00:00Z", "2026-11-23T13:00:00Z"],
    ];
    for (const [period, zone, after, due] of cases) {
      expect(nextDigestAt(period, zone, at(after)), `${period} ${zone} ${after}`).to.deep.equal(at(due));
    }
  });

  it("collects the changes of many monitors into one mail for each reader, once", async () => {
    const { apiUrl, database, env, temporal } = pipeline;
    const mailUrl = env.WATCHFRAME_POSTMARK_URL;
    const caller = await newCaller(apiUrl, database);
    const { accountId } = caller;
    const [owner, reader] = ["digest-owner@readers.example", "digest-reader@readers.example"];
    await database.accounts.updateOne({ _id: accountId }, { $set: { email: owner } });
    const added = await caller.call("POST", "/render/monitor-recipients", { email: reader });
    const { recipient }: { recipient: Recipient } = await added.json();
    const [asked] = await mailsTo(mailUrl, reader, { count: 1 });
    await fetch(linkIn(asked ?? {}, "Confirm"));

    site.page = pageWith("€39", "white");
    const monitors = monitorsOf(pipeline, caller, `${site.url}/write-only-path`);
    const create = (name: string, recipientIds: string[]) => {
      const capture = { width: 320, height: 240, text: true };
      const alerts = { digest: "hourly", email: { recipientIds } };
      return monitors.create({ name, tags: [name], capture, baselineMode: "fixed", alerts });
    };
    // A target that names the reader, too, words the messages for this reader alone.
    const template = { title: "{{monitor.name}}: worded for <{{change.summary}}>", text: "First\nthen {{page.host}}" };
    const target = { name: "cooks", tags: ["Cakes"], recipientIds: [recipient.id], template };
    expect((await caller.call("POST", "/alert-targets", target)).status).to.equal(201);
    const created = [await create("Bread", []), await create("Cakes", [recipient.id])];
    for (const { id } of created) await monitors.based(id);
    site.page = pageWith("€45", "black");
    for (const { id } of created) await monitors.runNow(id);
    const digests = await until(async () => {
      const found: DigestRecord[] = await database.digests.find({ accountId }).toArray();
      return found.reduce((sum, { entries }) => sum + entries.length, 0) === 2 && found;
    });
    for (const { dueAt } of digests) expect(dueAt.getTime() - Date.now()).to.be.within(0, 3_600_000);
    const mails = () =>
      database.deliveries.countDocuments({ accountId, channel: "email", type: { $ne: "recipient.verification" } });
    expect(await mails()).to.equal(0);
    for (const { _id } of digests) {
      expect((await temporal.workflow.getHandle(`digest:${_id}`).describe()).status.name).to.equal("RUNNING");
    }

    // The same workflow at once instead of in an hour. The second one finds the digest closed and its mails recorded.
    for (const attempt of [1, 2])
      for (const { _id: digestId, dueAt } of digests)
        await temporal.workflow.execute("digestDelivery", {
          workflowId: `test:${attempt}:${digestId}`,
          taskQueue: taskQueues.workflows,
          args: [{ digestId, accountId, dueAt: new Date(Math.min(dueAt.getTime(), Date.now())).toISOString() }],
        });
    expect(await mails()).to.equal(2);
    const [digest] = await mailsTo(mailUrl, owner, { count: 1 });
    const [, single] = await mailsTo(mailUrl, reader, { count: 2 });
    expect([digest?.Subject, single?.Subject]).to.deep.equal(["2 changes of 2 monitors", "1 change of 1 monitor"]);
    const { HtmlBody = "", TextBody = "" } = digest ?? {};
    for (const said of ["Bread: ", "Cakes: ", "→ ", "€45", "Accept this change", "Mute for a day"]) {
      expect([HtmlBody.includes(said), TextBody.includes(said)], said).to.deep.equal([true, true]);
    }
    expect(HtmlBody + TextBody).to.not.include("write-only-path");
    expect(single?.TextBody).to.include("Cakes: worded for <").and.include("First\nthen ").and.not.include("Bread: ");
    expect(single?.HtmlBody).to.include("Cakes: worded for &lt;").and.include("First<br />then ");
    expect(HtmlBody + TextBody).to.not.include("worded");
    const names = digest?.Attachments.map(({ ContentID }) => ContentID) ?? [];
    expect(names).to.deep.equal(["cid:changes0", "cid:changes1"]);
    for (const { Content } of digest?.Attachments ?? []) {
      expect(await sharp(Buffer.from(Content, "base64")).metadata()).to.include({ format: "jpeg", width: 320 });
    }
    const headers = (mail = digest) => mail?.Headers.map(({ Name }) => Name);
    expect([headers()?.includes("List-Unsubscribe"), headers(single)?.includes("List-Unsubscribe")]).to.deep.equal([
      false,
      true,
    ]);
  });
});

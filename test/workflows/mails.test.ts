import { connect, createServer } from "node:net";
import { expect } from "chai";
import sharp from "sharp";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Recipient } from "#schemas/recipient.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { workflowIds } from "#orders/messages.ts";
import { listAt } from "../api/support/fields.ts";
import { linkIn, mailsTo, type SentMail } from "../support/mails.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { portOf } from "../support/targetSite.ts";
import { until } from "../support/until.ts";

const pageIn = (colour: string) =>
  `<!doctype html><title>Prices </title><script>document.title+='<img src=x onerror=alert(1)>'</script><style>body{margin:0;font:20px sans-serif}section{padding:30px;height:900px}</style>
  <section><h1>Offers</h1></section><section style="background:${colour}"><h2>Today</h2><p>One thing</p></section><section>Always the same.</section>`;

/** A name that tries to be markup, to end its line and to turn the text around. */
const hostileName = `Prices "<script>alert(1)</script>'\r\nBcc: evil@example.com\u202e`;

/** The way to the mail catcher, which can be cut. */
type Outage = { url: string; begin(): void; end(): void; refused(): number; close(): void };

async function startOutage(target: string): Promise<Outage> {
  const { hostname, port } = new URL(target);
  let cut = false;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    if (cut) {
      refused += 1;
      socket.destroy();
      return;
    }
    const onward = connect(Number(port), hostname).on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    server.once("cut", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    begin() {
      cut = true;
      server.emit("cut");
    },
    end() {
      cut = false;
    },
    refused: () => refused,
    close: () => server.close(),
  };
}

/** A history's event, its payloads as the text they hold. */
function textOf(event: object): string {
  return JSON.stringify(event, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value,
  );
}

describe("a monitor's mails", function () {
  this.timeout(90_000);
  let site: HeldSite;
  let pipeline: Pipeline;
  let caller: Caller;
  let outage: Outage;

  before(async () => {
    const { mailUrl: catcherUrl } = (await servers()).info;
    [site, outage] = await Promise.all([startHeldSite(), startOutage(catcherUrl)]);
    site.release();
    pipeline = await startPipeline({ allow: [site.host], more: { WATCHFRAME_POSTMARK_URL: outage.url } });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  after(async () => {
    await pipeline?.stop();
    await site?.close();
    outage?.close();
  });

  const mailUrl = () => pipeline.env.WATCHFRAME_POSTMARK_URL;
  const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> =>
    (await caller.call(method, `/render${path}`, body)).json();
  const add = async (email: string): Promise<Recipient> =>
    (await call<{ recipient: Recipient }>("POST", "/monitor-recipients", { email })).recipient;
  const verified = async (email: string): Promise<string> => {
    const { id } = await add(email);
    const [mail] = await mailsTo(mailUrl(), email, { count: 1 });
    if (mail === undefined) throw new Error("no mail");
    expect((await fetch(linkIn(mail, "Confirm"))).status).to.equal(200);
    return id;
  };
  const create = async (body: Record<string, unknown>): Promise<Monitor> => {
    const request = { name: "Prices", url: `${site.url}/write-only-path`, intervalMinutes: 60, ...body };
    return (await call<{ monitor: Monitor }>("POST", "/monitors", request)).monitor;
  };
  const get = async (id: string) => (await call<{ monitor: Monitor }>("GET", `/monitors/${id}`)).monitor;
  const run = async (id: string): Promise<MonitorRun> => {
    const asked = await until(async () => (await call<{ run?: MonitorRun }>("POST", `/monitors/${id}/run`)).run);
    return until(async () => {
      const path = `/monitors/${id}/runs/${asked.id}`;
      const now = (await call<{ run: MonitorRun }>("GET", path)).run;
      return ["completed", "failed"].includes(now.status) && now;
    });
  };
  const header = ({ Headers }: SentMail, name: string) => Headers.find(({ Name }) => Name === name)?.Value;

  it("ask an address for consent, and go to it only after consent", async () => {
    const email = "asked@readers.example";
    const recipient = await add(email);
    expect(recipient).to.include({ status: "pending", emailMasked: "a***d@r***.example" });
    const [mail] = await mailsTo(mailUrl(), email, { count: 1 });
    expect(mail).to.include({ Subject: "Confirm this address for page alerts of someone@example.com" });
    const link = linkIn(mail ?? {}, "Confirm");
    expect(link).to.match(/^http:\/\/127\.0\.0\.1:\d+\/render\/monitor-recipients\/verify\?token=[\w-]{43}$/);
    expect(mail?.HtmlBody).to.include(`href="${link}"`);
    const reply: { recipient: Recipient } = await (await fetch(link)).json();
    expect(reply.recipient).to.include({ id: recipient.id, status: "verified" });
    const { temporal, database } = pipeline;
    const recorded = await database.deliveries.find({ resourceId: recipient.id }).toArray();
    const histories = await Promise.all(
      recorded.map(({ _id }) => temporal.workflow.getHandle(workflowIds.mailDelivery(_id)).fetchHistory()),
    );
    const log = await (await caller.call("GET", `/webhook-deliveries?resourceId=${recipient.id}`)).json();
    const everything = JSON.stringify([recorded, log, histories.map(({ events }) => (events ?? []).map(textOf))]);
    expect(histories).to.have.length(1);
    for (const secret of [email, new URL(link).searchParams.get("token") ?? ""]) {
      expect(everything).to.not.include(secret);
    }
  });

  it("report a change and its end once each, in order, with the picture and working links", async () => {
    site.page = pageIn("#fff");
    const [reader, silent] = ["reader@readers.example", "silent@readers.example"];
    const recipientIds = [await verified(reader), (await add(silent)).id];
    const { id } = await create({
      name: hostileName,
      baselineMode: "fixed",
      alerts: { email: { account: false, recipientIds } },
    });
    await until(async () => (await get(id)).baselineRunId);
    site.page = pageIn("#fc6");
    const changed = await run(id);
    site.page = pageIn("#fff");
    await run(id);
    const [, opened, recovered] = await mailsTo(mailUrl(), reader, { count: 3 });
    if (opened === undefined || recovered === undefined) throw new Error("no mails");
    await mailsTo(mailUrl(), silent, { count: 1 });

    expect(opened.Subject).to.equal(`Prices "<script>alert(1)</script>' Bcc: evil@example.com has changed`);
    expect(recovered.Subject).to.match(/ has changed back$/);
    for (const { HtmlBody = "", TextBody = "" } of [opened, recovered]) {
      expect(HtmlBody).to.not.match(/<script|<img src=x|write-only-path/);
      expect(HtmlBody).to.include("&lt;script&gt;alert(1)&lt;/script&gt;").and.include("&lt;img src=x");
      expect(TextBody).to.not.match(/write-only-path|127\.0\.0\.1:\d+\/write/);
    }
    const ratio = changed.differenceRatio ?? 0;
    expect(opened.TextBody).to.include(`Changed: ${Number((ratio * 100).toPrecision(3))} % of the picture`);

    const [picture] = opened.Attachments;
    expect(picture).to.include({ ContentID: "cid:changes", ContentType: "image/jpeg" });
    expect(opened.HtmlBody).to.include('src="cid:changes"');
    const bytes = Buffer.from(picture?.Content ?? "", "base64");
    expect(bytes.byteLength).to.be.below(300_000);
    // The changed section is white in the upper half of the picture and orange in the lower one.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const blueAt = (part: number) => data[(Math.round(info.height * part) * info.width + info.width - 80) * 3 + 2] ?? 0;
    expect(info.width).to.equal(1_088);
    expect([blueAt(0.3) > 240, blueAt(0.8) < 140]).to.deep.equal([true, true]);

    for (const label of ["Changes marked", "This capture", "The baseline"]) {
      const reply = await fetch(linkIn(opened, label));
      expect([reply.status, reply.headers.get("content-type")], label).to.deep.equal([200, "image/jpeg"]);
      expect(await sharp(await reply.arrayBuffer()).metadata(), label).to.include({ format: "jpeg" });
    }

    const log = await (await caller.call("GET", `/webhook-deliveries?channel=email&resourceId=${id}`)).json();
    expect(listAt(log, "deliveries")).to.have.length(2);
    expect(JSON.stringify([opened, recovered, log])).to.not.include("write-only-path");
    const { temporal, database } = pipeline;
    const mails = await database.deliveries.find({ resourceId: id }).toArray();
    const histories = await Promise.all(
      mails.map(({ _id }) => temporal.workflow.getHandle(workflowIds.mailDelivery(_id)).fetchHistory()),
    );
    expect(JSON.stringify([log, mails, histories.map(({ events }) => (events ?? []).map(textOf))])).to.not.include(
      reader,
    );

    const pause = linkIn(opened, "Pause this monitor");
    expect(await (await fetch(pause, { headers: { accept: "text/html" } })).text()).to.include("Pause it");
    expect((await get(id)).status).to.equal("active");
    expect((await fetch(pause, { method: "POST" })).status).to.equal(200);
    expect((await get(id)).status).to.equal("paused");

    const unsubscribe = linkIn(opened, "Unsubscribe from these mails");
    expect(header(opened, "List-Unsubscribe")).to.equal(`<${unsubscribe}>`);
    expect(header(opened, "List-Unsubscribe-Post")).to.equal("List-Unsubscribe=One-Click");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await fetch(unsubscribe, { method: "POST", body })).status).to.equal(200);
    const { recipients } = await call<{ recipients: Recipient[] }>("GET", "/monitor-recipients");
    expect(recipients.find((one) => one.id === recipientIds[0])).to.include({ status: "suppressed" });
  });

  it("arrive when the mail service is back, in order, and no run waits for them", async () => {
    const email = "owner@readers.example";
    await pipeline.database.accounts.updateOne({ _id: caller.accountId }, { $set: { email } });
    site.page = pageIn("#fff");
    const { id } = await create({ baselineMode: "fixed" });
    await until(async () => (await get(id)).baselineRunId);
    outage.begin();
    site.page = pageIn("#fc6");
    await run(id);
    site.page = pageIn("#fff");
    await run(id);
    const { incident } = await until(async () => {
      const monitor = await get(id);
      return monitor.incident === null && monitor;
    });
    expect(incident).to.equal(null);
    const mails = await pipeline.database.deliveries.find({ resourceId: id }).sort({ createdAt: 1 }).toArray();
    expect(mails.map(({ type, status }) => `${type} ${status}`)).to.deep.equal([
      "monitor.change_detected pending",
      "monitor.change_recovered pending",
    ]);
    await until(async () => outage.refused() > 0);
    outage.end();
    const [opened, recovered] = await mailsTo(mailUrl(), email, { count: 2 });
    expect([opened?.Subject, recovered?.Subject]).to.deep.equal(["Prices has changed", "Prices has changed back"]);
  });
});

import { expect } from "chai";
import type { EmailDelivery } from "#schemas/events.ts";
import { type MailServer, startMailServer, type TakenMail } from "../support/mailServer.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const priceOf = (amount: number) =>
  `<!doctype html><title>Price</title><body><main><p>The price is ${amount} euro.</p>`;

type Started = { site: HeldSite; server: MailServer; pipeline: Pipeline; stop(): Promise<void> };

async function start(): Promise<Started> {
  const [site, server] = await Promise.all([startHeldSite(), startMailServer()]);
  site.release();
  const pipeline = await startPipeline({
    allow: [site.host],
    openBrowser: openSketchBrowser,
    more: {
      WATCHFRAME_SMTP_URL: `smtp://127.0.0.1:${server.plain}`,
      WATCHFRAME_MAIL_FROM: "Watchframe <alerts@example.org>",
    },
  });
  const stop = async () => {
    await pipeline.stop();
    await site.close();
    server.stop();
  };
  return { site, server, pipeline, stop };
}

describe("a monitor's mails by the distribution's SMTP server", function () {
  this.timeout(120_000);
  const parts = useResource(start);

  /** Changes a page and changes it back, with mails to this name. Returns the two mails as recorded, once both have ended. */
  async function tell(name: string): Promise<EmailDelivery[]> {
    const { site, pipeline } = parts;
    const { database } = pipeline;
    const caller = await newCaller(pipeline.apiUrl, database);
    await database.accounts.updateOne({ _id: caller.accountId }, { $set: { email: `${name}@example.com` } });
    site.page = priceOf(39);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/${name}`);
    const { id } = await monitors.create({ baselineMode: "fixed" });
    await monitors.based(id);
    for (const price of [35, 39]) {
      site.page = priceOf(price);
      await monitors.runNow(id);
      await monitors.idle(id);
    }
    const recorded = () => database.deliveries.find({ resourceId: id }).sort({ createdAt: 1 }).toArray();
    const ended = await until(async () => {
      const mails = (await recorded()).filter((delivery) => delivery.channel === "email");
      return mails.length === 2 && mails.every(({ status }) => status !== "pending") && mails;
    }, 90_000);
    return ended;
  }

  const statusesOf = (mails: EmailDelivery[]) => mails.map(({ status }) => status);
  const toName = (name: string): TakenMail[] => parts.server.taken.filter(({ to }) => to[0] === `${name}@example.com`);
  const subjectsOf = (mails: TakenMail[]) => mails.map(({ headers }) => headers["subject"]);
  const askedFor = (name: string) => parts.server.asked.filter((asked) => asked === name).length;

  it("tell a change and its end once each, also after a greylisting (4xx)", async () => {
    const mails = await tell("greylisted");
    expect(statusesOf(mails)).to.deep.equal(["delivered", "delivered"]);
    expect(mails.map(({ attempts }) => attempts.map(({ statusCode }) => statusCode))).to.deep.equal([
      [451, 200],
      [200],
    ]);
    const taken = toName("greylisted");
    expect(subjectsOf(taken)).to.have.length(2);
    expect(subjectsOf(taken)[1]).to.match(/ has changed back$/u);
    expect(taken[0]?.parts.map(({ type }) => type)).to.deep.equal(["text/plain", "text/html", "image/jpeg"]);
    expect(askedFor("greylisted")).to.equal(3);
  });

  it("end at a refusal (5xx), without another try", async () => {
    const mails = await tell("denied");
    expect(statusesOf(mails)).to.deep.equal(["failed", "failed"]);
    expect(mails.map(({ attempts }) => attempts.map(({ statusCode }) => statusCode))).to.deep.equal([[550], [550]]);
    expect([toName("denied"), askedFor("denied")]).to.deep.equal([[], 2]);
  });

  it("suppress an address without a mailbox (5.1.1), so that the next mail does not ask", async () => {
    expect(statusesOf(await tell("missing"))).to.deep.equal(["suppressed", "suppressed"]);
    expect([toName("missing"), askedFor("missing")]).to.deep.equal([[], 1]);
  });

  it("can be twice in the mailbox after a lost answer, as one Message-ID, and are told once after that", async () => {
    const mails = await tell("unheard");
    expect(statusesOf(mails)).to.deep.equal(["delivered", "delivered"]);
    expect(mails.map(({ attempts }) => attempts.map(({ statusCode }) => statusCode))).to.deep.equal([
      [null, 200],
      [200],
    ]);
    const ids = toName("unheard").map(({ headers }) => headers["message-id"]);
    expect(ids).to.have.length(3);
    expect(ids[0]).to.equal(ids[1]);
    expect(new Set(ids)).to.have.property("size", 2);
  });
});

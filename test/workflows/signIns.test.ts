import { expect } from "chai";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { monitorsOf } from "../support/monitors.ts";
import { siteUser, startSignInSite } from "../support/signInSite.ts";
import { signInBody, signInCalls } from "../support/signInCalls.ts";
import { mailsTo } from "../support/mails.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("sign-ins, from the request to pages behind a log-in", function () {
  this.timeout(180_000);
  const site = useResource(() => startSignInSite());
  const pipeline = usePipeline({ allow: () => site.allow });
  let caller: Caller;
  let calls: ReturnType<typeof signInCalls>;

  beforeEach(async () => {
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    calls = signInCalls(caller);
    site.maxPages = Number.MAX_SAFE_INTEGER;
    site.password = siteUser.password;
    await caller.call("POST", "/secrets", { name: "password", value: siteUser.password });
  });

  afterEach(() => calls.removeAll());

  const bodyOf = (name: string) => signInBody(site, name);
  const create = (name: string, change: object = {}) => calls.create({ ...bodyOf(name), ...change });
  const ended = (id: string) => calls.ended(id);

  it("sign in by form, one-time code and second host; captures show the page behind, and renew what expired", async () => {
    const id = await create("shop");
    expect(await ended(id)).to.include({ status: "signed_in", failure: null });
    const logIns = site.logIns;
    const render = () =>
      caller.render({ url: `${site.url}/account/1`, signIn: "shop", failOnText: { present: ["No token"] } });
    expect((await render()).result?.page).to.include({ title: "Account", statusCode: 200 });
    expect(site.logIns).to.equal(logIns);

    site.expire();
    const jobs = await Promise.all(Array.from({ length: 6 }, render));
    expect(jobs.map(({ error, result }) => error?.code ?? result?.page.title)).to.deep.equal(Array(6).fill("Account"));
    expect(site.logIns).to.equal(logIns + 1);
    expect(site.maxAtOnce).to.equal(1);
    const listed = await (await caller.call("GET", "/sign-ins")).text();
    expect(listed).to.not.include("CANARY").and.not.include(siteUser.seed);
  });

  it("sign in by a form in an iframe, and by one in a shadow tree", async () => {
    const { steps } = bodyOf("");
    const framed = steps.map((step) =>
      Object.fromEntries(Object.entries(step).map(([action, options]) => [action, { ...options, frame: "#log-in" }])),
    );
    const forms = [
      { name: "framed", url: `${site.url}/framed-login`, steps: framed },
      { name: "shadow", url: `${site.url}/shadow-login`, steps },
    ];
    for (const { name, ...form } of forms) {
      expect(await ended(await create(name, form)), name).to.include({ status: "signed_in", failure: null });
      const job = await caller.render({ url: `${site.url}/account/1`, signIn: name });
      expect(job.result?.page, name).to.include({ title: "Account", statusCode: 200 });
    }
  });

  it("renew by hand, and a deleted one fails captures without a charge", async () => {
    const id = await create("hand");
    await ended(id);
    const logIns = site.logIns;
    expect((await caller.call("POST", `/sign-ins/${id}/renew`)).status).to.equal(202);
    await until(() => Promise.resolve(site.logIns === logIns + 1));
    expect((await caller.call("DELETE", `/sign-ins/${id}`)).status).to.equal(200);
    const refused = await caller.call("POST", "/render", { url: `${site.url}/account/1`, signIn: "hand" });
    expect(refused.status).to.equal(400);
    expect(await refused.text()).to.include('"field":"signIn"');
    await until(async () => {
      const { status } = await pipeline.temporal.workflow.getHandle(`signin:${id}`).describe();
      return status.name === "COMPLETED";
    });
  });

  it("with a wrong password name the step, fail captures as signed out, and do not try at once again", async () => {
    site.password = "another";
    const id = await create("wrong");
    const shown = await ended(id);
    expect(shown.failure).to.include({ code: "step_failed" });
    expect(shown.failure?.message).to.include("Step 4 of 5").and.not.include("CANARY");
    const { refused } = site;
    const job = await caller.render({ url: `${site.url}/account/1`, signIn: "wrong" });
    expect(job.error?.code).to.equal("signed_out");
    expect(job.credits.net).to.equal(0);
    expect(site.refused).to.equal(refused);
  });

  it("that fail again tell the owner once, and once more when they work again", async () => {
    const email = "owner-of-told@readers.example";
    await pipeline.database.accounts.updateOne({ _id: caller.accountId }, { $set: { email } });
    site.password = "another";
    const id = await create("told");
    await ended(id);
    const tries = async () => (await calls.show(id)).failure?.tries ?? 0;
    for (const count of [2, 3]) {
      expect((await caller.call("POST", `/sign-ins/${id}/renew`)).status).to.equal(202);
      // On a slow machine the service may have tried by itself, too.
      await until(async () => (await tries()) >= count);
    }
    site.password = siteUser.password;
    await caller.call("POST", `/sign-ins/${id}/renew`);
    await until(async () => (await tries()) === 0);
    const mails = await mailsTo(pipeline.env.WATCHFRAME_POSTMARK_URL, email, { count: 2 });
    expect(mails.map(({ Subject }) => Subject)).to.deep.equal(["Sign-in told fails", "Sign-in told works again"]);
    const text = mails[0]?.TextBody ?? "";
    expect(text).to.include("cannot sign in at").and.include("Step 4 of 5").and.not.include("CANARY");
    const { deliveries }: { deliveries: { type: string; resourceId: string; status: string }[] } = JSON.parse(
      await (await caller.call("GET", `/webhook-deliveries?resourceId=${id}`)).text(),
    );
    expect(deliveries.map(({ type }) => type)).to.deep.equal(["sign_in.recovered", "sign_in.failed"]);
  });

  it("are for pages of their own site alone", async () => {
    await ended(await create("own"));
    const job = await caller.render({ url: `http://${site.allow[1]}/`, signIn: "own" });
    expect(job.error).to.include({ code: "signed_out" });
    expect(job.error?.message).to.include("is for the site of 127.0.0.2");
  });

  it("of monitors: no run compares a signed-out page while sessions end after three pages", async () => {
    await ended(await create("many"));
    const monitors = monitorsOf(pipeline, caller, `${site.url}/account/1`);
    const capture = { signIn: "many", selector: "h1" };
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await monitors.create({ capture })).id));
    for (const id of ids) await monitors.based(id);
    site.maxPages = 3;
    const before = { logIns: site.logIns, signedOut: site.signedOut, shown: site.shown };
    for (let round = 0; round < 2; round += 1) {
      const runs = await Promise.all(ids.map((id) => monitors.runNow(id)));
      for (const run of runs) expect([run.status, run.result?.page.title]).to.deep.equal(["completed", "Account"]);
    }
    const shown = site.shown - before.shown;
    expect(site.signedOut).to.be.greaterThan(before.signedOut);
    expect(site.logIns - before.logIns).to.be.at.most(Math.ceil(shown / 3) + 1);
    expect(site.maxAtOnce).to.equal(1);
  });
});

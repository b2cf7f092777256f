import { expect } from "chai";
import sharp from "sharp";
import { openObjectStore, ownBucket } from "#data/objects.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { type ShownSignIn, signInBody, signInCalls } from "../support/signInCalls.ts";
import { siteUser, startSignInSite } from "../support/signInSite.ts";
import { mailsTo } from "../support/mails.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const usual = { password: siteUser.password, form: "usual" } as const;

describe("sign-ins that fail", function () {
  this.timeout(180_000);
  const site = useResource(() => startSignInSite());
  const pipeline = usePipeline({ allow: () => site.allow });
  let caller: Caller;
  let calls: ReturnType<typeof signInCalls>;

  beforeEach(async () => {
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    calls = signInCalls(caller);
    Object.assign(site, usual);
    await caller.call("POST", "/secrets", { name: "password", value: siteUser.password });
  });
  afterEach(() => calls.removeAll());

  async function pictureOf({ picture }: ShownSignIn): Promise<{ width: number; height: number }> {
    const response = await fetch(picture?.url ?? "");
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { width, height };
  }

  const failures: Record<string, { given?: object; site?: Partial<typeof site>; step: string; words?: string }> = {
    "a wrong password": { site: { password: "another" }, step: 'Step 4 of 5 (fill label "Code"): 0 elements match' },
    "a wrong seed": { given: { totp: "JBSWY3DPEHPK3PXP" }, step: "signedIn: 0 elements match" },
    "a captcha": {
      site: { form: "captcha" },
      step: 'Step 1 of 5 (fill label "Name"): 0 elements match',
      words: "The page shows a challenge of",
    },
    "a changed form": { site: { form: "changed" }, step: 'Step 2 of 5 (fill label "Password"): 0 elements match' },
  };
  for (const [cause, { given = {}, site: change = {}, step, words = "" }] of Object.entries(failures)) {
    it(`for ${cause} name the step and its matches, show the picture, and tell the owner once`, async () => {
      const email = `owner-of-${cause.replaceAll(" ", "-")}@readers.example`;
      await pipeline.database.accounts.updateOne({ _id: caller.accountId }, { $set: { email } });
      Object.assign(site, change);
      const id = await calls.create({ ...signInBody(site, "wrong"), ...given });
      const shown = await calls.ended(id);
      expect(shown.status).to.equal("failed");
      expect(shown.failure?.message).to.include(step).and.include(words).and.not.include("CANARY");
      expect(await pictureOf(shown)).to.deep.equal({ width: 1280, height: 720 });
      for (const count of [2, 3]) {
        await caller.call("POST", `/sign-ins/${id}/renew`);
        await until(async () => ((await calls.show(id)).failure?.tries ?? 0) >= count);
      }
      const mails = await mailsTo(pipeline.env.WATCHFRAME_POSTMARK_URL, email, { count: 1 });
      expect(mails.map(({ Subject }) => Subject)).to.deep.equal(["Sign-in wrong fails"]);
      expect(mails[0]?.TextBody).to.include(step.split("(")[0]).and.not.include("CANARY");
    });
  }

  it("work again after their owner changed them, at once; the picture is that of the page behind", async () => {
    const { steps, ...rest } = signInBody(site, "mended");
    const [first, ...others] = steps;
    const id = await calls.create({
      ...rest,
      steps: [{ ...first, fill: { target: { label: "Gone" }, value: "x" } }, ...others],
    });
    const failed = await calls.ended(id);
    expect(failed.failure?.message).to.include('Step 1 of 5 (fill label "Gone")');
    const patch = { steps, totp: siteUser.seed, renewAfter: 60 };
    const changed = await caller.call("PATCH", `/sign-ins/${id}`, patch);
    expect(changed.status).to.equal(200);
    expect(await changed.text())
      .to.include('"renewAfter":60')
      .and.not.include(siteUser.seed);
    const mended = await until(async () => {
      const shown = await calls.show(id);
      return shown.status === "signed_in" ? shown : null;
    });
    expect(mended.failure).to.equal(null);
    expect(mended.picture?.takenAt).to.not.equal(failed.picture?.takenAt);
    await pictureOf(mended);
    const job = await caller.render({ url: `${site.url}/account/1`, signIn: "mended" });
    expect(job.result?.page).to.include({ title: "Account" });
    const { picture } = (await pipeline.database.signIns.findOne({ _id: id })) ?? {};
    await caller.call("DELETE", `/sign-ins/${id}`);
    expect((await fetch(mended.picture?.url ?? "")).status).to.equal(404);
    const objects = openObjectStore(ownBucket(pipeline.env));
    expect(await objects.get(picture?.key ?? "")).to.equal(null);
    objects.close();
  });
});

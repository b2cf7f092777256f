import { expect } from "chai";
import { JobFailedError, Watchframe } from "#clients/typescript/src/index.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const password = "CANARYpass";

/** Steps that sign in at the site below. */
const signIn = [
  { fill: { target: { label: "Password" }, value: password } },
  { click: { target: { role: "button", name: "Sign in" } } },
  { waitFor: { address: "/account" } },
];

describe("steps, from the request to the page behind a form", function () {
  this.timeout(120_000);
  const site = useResource(() => openTargetSite());
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  let wf: Watchframe;
  let url = "";

  before(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    wf = new Watchframe({ apiKey: key, baseUrl: pipeline.apiUrl });
    site.page(
      "/login",
      `<form method=post action=/session><label>Password <input type=password name=p></label><button>Sign in`,
    );
    site.route("/session", (request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        const isRight = body === `p=${password}`;
        const headers = { location: isRight ? "/account" : "/login", ...(isRight && { "set-cookie": "session=1" }) };
        response.writeHead(303, headers).end();
      });
    });
    site.route("/account", ({ headers }, response) => {
      const isIn = headers.cookie === "session=1";
      response
        .setHeader("content-type", "text/html")
        .end(`<title>${isIn ? "Account" : "Signed out"}</title><h1>Balance`);
    });
    url = site.url("/login", "127.0.0.1");
  });

  it("sign in for a render, and for one by a preset; replies say how each step went and show none", async () => {
    const direct = await wf.renders.run({ url, steps: signIn });
    expect(direct.result?.page).to.include({ title: "Account", finalUrl: site.url("/account", "127.0.0.1") });
    expect(direct.result?.page.steps?.map(({ action }) => action)).to.deep.equal(["fill", "click", "waitFor"]);
    const preset = await wf.presets.create({ name: "signed-in", options: { steps: signIn } });
    expect(preset).to.deep.include({ options: {}, hidden: ["steps"] });
    const byPreset = await wf.renders.run({ url, preset: "signed-in" });
    expect(byPreset.result?.page.title).to.equal("Account");
    expect(JSON.stringify([direct, preset, byPreset, await wf.jobs.get(direct.id)])).to.not.include(password);
  });

  it("that fail end the render without a charge, and name the step", async () => {
    const { job } = await wf.renders.run({ url, steps: [{ click: { target: "#none" }, timeout: 1 }] }).then(
      () => expect.fail("The render succeeded."),
      (error: unknown) => (error instanceof JobFailedError ? error : Promise.reject(error)),
    );
    expect(job.error).to.include({ code: "step_failed", retryable: false });
    expect(job.error?.message).to.include('Step 1 of 1 (click "#none"): 0 elements match');
    expect(job.credits.net).to.equal(0);
  });

  /** A job once it has ended. */
  const ended = (id: string) =>
    until(async () => {
      const job = await wf.jobs.get(id);
      return job.completedAt !== null && job;
    }, 60_000);

  /** A page that shows what is typed, and steps that type it and fail. */
  function failing(value: string) {
    site.page("/told", `<input oninput="told.textContent = this.value"><p id=told>-`);
    const steps = [{ fill: { target: "input", value } }, { click: { target: "#none" }, timeout: 1 }];
    return { url: site.url("/told", "127.0.0.1"), steps };
  }

  it("that fail show the page of that moment, without values, to those who may see the job", async () => {
    const shown = [];
    for (const value of ["CANARY-ONE", "SECRET-TWO"]) {
      const { id } = await wf.renders.create(failing(value));
      const { error, credits } = await ended(id);
      expect(credits.net).to.equal(0);
      const picture = error?.picture ?? expect.fail("The failed job has no picture.");
      expect(picture).to.include({ format: "jpg", width: 1280, height: 720 });
      const bytes = Buffer.from(await (await fetch(picture.url)).arrayBuffer());
      expect(bytes.subarray(0, 2).toString("hex")).to.equal("ffd8");
      const path = `/jobs/${id}/outputs/failure`;
      const other = await newCaller(pipeline.apiUrl, pipeline.database);
      expect((await other.call("GET", path)).status).to.equal(404);
      expect((await fetch(`${pipeline.apiUrl}${path}`)).status).to.equal(401);
      shown.push(picture.sha256);
    }
    expect(shown[0]).to.equal(shown[1]);
  });

  it("that fail show it for a page of a batch, and for a monitor's run; a job that is done again has none", async () => {
    const { url: address, steps } = failing("CANARY-ONE");
    const batch = await wf.batches.create({ urls: [address], steps });
    const [{ id } = { id: "" }] = await wf.batches.items(batch.batch).take(1);
    const { error } = await ended(id);
    expect(error?.picture?.url).to.include("/outputs/failure?");
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, address);
    const monitor = await monitors.create({ capture: { steps } });
    const run = await until(
      async () => (await monitors.runsOf(monitor.id)).find(({ status }) => status === "failed"),
      60_000,
    );
    const picture = run.error?.picture ?? expect.fail("The failed run has no picture.");
    const byKey = await caller.call("GET", new URL(picture.url).pathname);
    expect((await byKey.arrayBuffer()).byteLength).to.equal(picture.bytes);
    expect((await (await fetch(picture.url)).arrayBuffer()).byteLength).to.equal(picture.bytes);
    site.page("/told", `<input><p id=none>Here`);
    await wf.jobs.retry(id);
    expect((await ended(id)).result?.page.steps).to.have.lengthOf(2);
    expect((await caller.call("GET", `/jobs/${id}/outputs/failure`)).status).to.equal(404);
  });

  it("that take pictures give a render and a monitor's run an output for each", async () => {
    const { url: address } = failing("");
    const steps = [
      { screenshot: "first" },
      { script: "document.body.style.background = 'red'" },
      { screenshot: "red-1" },
    ];
    const { result, ...job } = await wf.renders.run({ url: address, steps });
    expect(result?.stepPictures?.map(({ name, format }) => [name, format])).to.deep.equal([
      ["first", "jpg"],
      ["red-1", "jpg"],
    ]);
    expect(job.credits.net).to.equal(1);
    for (const { name, bytes, url: signed } of result?.stepPictures ?? []) {
      expect((await (await fetch(signed)).arrayBuffer()).byteLength).to.equal(bytes);
      expect((await (await wf.jobs.stream(job.id, `step-${name}`)).arrayBuffer()).byteLength).to.equal(bytes);
    }
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, address);
    const { id } = await monitors.create({ capture: { steps } });
    const [picture, ...others] = (await monitors.runOf(id, await monitors.based(id))).result?.stepPictures ?? [];
    expect(others.map(({ name }) => name)).to.deep.equal(["red-1"]);
    expect((await (await fetch(picture?.url ?? "")).arrayBuffer()).byteLength).to.equal(picture?.bytes);
    expect((await monitors.runsOf(id))[0]?.result).to.not.have.property("stepPictures");
  });

  it("sign in for each run of a monitor; one that fails is the run's failure", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, url);
    const monitor = await monitors.create({ capture: { steps: signIn } });
    expect(monitor.capture).to.not.have.property("steps");
    const { result } = await monitors.runOf(monitor.id, await monitors.based(monitor.id));
    expect(result?.page.title).to.equal("Account");
    expect(result?.page.steps).to.have.lengthOf(3);
    for (const path of [`/render/monitors/${monitor.id}`, `/render/monitors/${monitor.id}/runs`]) {
      expect(await (await caller.call("GET", path)).text()).to.not.include(password);
    }
  });
});

import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { taskQueues, workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { useResource } from "../support/useResource.ts";

const words = "The harbour office opens at eight, and the first ferry has left by then with the mail and the milk. ";
const shop = (price: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Kettles</h1><p>${words.repeat(3)}</p><p>Price: <b id="price">${price}</b></p></main>`;
const values = [{ name: "price", selector: "#price", as: "number" }];
const byText = { fetch: "http", text: true, changeOn: "text" };
const html = { "Content-Type": "text/html; charset=utf-8" };

describe("a monitor that fetches its page without a browser", function () {
  this.timeout(120_000);

  const asked: IncomingHttpHeaders[] = [];
  let answer: (response: ServerResponse, headers: IncomingHttpHeaders, path: string) => void = () => undefined;
  const site = useResource(() =>
    serveSite((request, response) => {
      asked.push(request.headers);
      answer(response, request.headers, request.url ?? "/");
    }),
  );
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`], openBrowser: openSketchBrowser });
  after(stopAll);

  const show = (body: string, headers: Record<string, string> = html, status = 200) => {
    answer = (response) => response.writeHead(status, headers).end(body);
  };
  /** A monitor of the site in an account of its own, after its first run. */
  async function watch(name: string, capture: Record<string, unknown>) {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `http://127.0.0.1:${site.port}/${name}`);
    const { id } = await monitors.create({ capture });
    const first = await monitors.idle(id);
    const [run] = await monitors.runsOf(id);
    return { id, monitors, caller, first, run };
  }
  const textOf = async (address = "") => (await fetch(address)).text();

  it("keeps text and values, no picture, and tells a change by words for one credit a run", async () => {
    show(shop("€39.00"));
    const { id, monitors, run } = await watch("prices", { ...byText, values });
    expect(run?.status).to.equal("completed");
    const first = await monitors.runOf(id, run?.id ?? "");
    expect(first.result).to.not.have.property("screenshot");
    expect(first.result?.values).to.deep.equal({ price: { value: 39, text: "€39.00" } });
    expect(await textOf(first.result?.markdown?.url)).to.contain("Price: **€39.00**");
    show(shop("€49.00"));
    const changed = await monitors.runNow(id);
    expect(changed.result).to.include({ changed: true, pictureCompared: false });
    expect(changed.result?.text).to.include({ changed: true });
    expect(changed.result?.values).to.deep.equal({ price: { value: 49, text: "€49.00" } });
    expect(changed.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
  });

  it("asks with the names of the last document, and a 304 is an unchanged run with its text and values", async () => {
    const date = "Tue, 24 Nov 2026 08:00:00 GMT";
    answer = (response, headers) => {
      const isKnown = headers["if-none-match"] === '"v1"' && headers["if-modified-since"] === date;
      response.writeHead(isKnown ? 304 : 200, { ...html, ETag: '"v1"', "Last-Modified": date });
      response.end(isKnown ? "" : shop("€39.00"));
    };
    const { id, monitors, run } = await watch("etag", { ...byText, values, okStatus: [200] });
    const again = await monitors.runNow(id);
    expect(again).to.deep.include({ status: "completed", credits: { charged: 1, refunded: 0, net: 1 } });
    expect(again.result).to.deep.include({ changed: false, values: { price: { value: 39, text: "€39.00" } } });
    expect(again.result?.page).to.include({ statusCode: 200, title: "Shop", notModified: true });
    const first = await monitors.runOf(id, run?.id ?? "");
    expect(again.result?.markdown?.sha256).to.equal(first.result?.markdown?.sha256);
    expect(await textOf(again.result?.markdown?.url)).to.contain("Kettles");
    // Another value needs the document again.
    await monitors.call("PATCH", `/${id}`, { capture: { values: [...values, { name: "title", selector: "h1" }] } });
    const fresh = await monitors.runNow(id);
    expect(fresh.result?.page).to.not.have.property("notModified");
    expect(fresh.result?.values?.["title"]).to.deep.equal({ value: "Kettles", text: "Kettles" });
  });

  it("fails for statuses, private addresses behind a redirect and files, and keeps the baseline", async () => {
    show(shop("€39.00"));
    const { id, monitors } = await watch("failures", byText);
    const codes: (string | undefined)[] = [];
    const replies: [body: string, headers: Record<string, string>, status: number][] = [
      ["Out of order", html, 500],
      ["", { Location: "http://127.0.0.1:1/" }, 302],
      ["", { Location: "http://169.254.169.254/latest/meta-data" }, 307],
      ["\u0000", { "Content-Type": "image/png" }, 200],
      ["file", { ...html, "Content-Disposition": "attachment" }, 200],
    ];
    for (const [body, headers, status] of replies) {
      show(body, headers, status);
      codes.push((await monitors.runNow(id)).error?.code);
    }
    expect(codes).to.deep.equal([
      "page_status",
      "target_forbidden",
      "target_forbidden",
      "unsupported_content",
      "download_blocked",
    ]);
    show(shop("€39.00"));
    expect((await monitors.runNow(id)).result?.changed).to.equal(false);
  });

  it("follows redirects, and sends its headers, cookies and credentials to the page's own origin", async () => {
    answer = (response, _headers, path) => {
      if (path === "/moved") response.writeHead(301, { Location: "/new" }).end();
      else response.writeHead(200, html).end(shop("€1.00"));
    };
    asked.length = 0;
    const { run, id, monitors } = await watch("moved", {
      ...byText,
      headers: { "X-Team": "tides" },
      cookies: [{ name: "seen", value: "yes" }],
      httpAuth: { username: "ada", password: "lovelace" },
      locale: "de-CH",
    });
    expect((await monitors.runOf(id, run?.id ?? "")).result?.page.title).to.equal("Shop");
    expect(asked).to.have.length(2);
    for (const headers of asked) {
      expect(headers).to.include({
        "x-team": "tides",
        cookie: "seen=yes",
        authorization: `Basic ${Buffer.from("ada:lovelace").toString("base64")}`,
        "accept-language": "de-CH,de;q=0.9",
      });
    }
  });

  it("warns of a page that needs scripts", async () => {
    show(`<!doctype html><title>App</title><div id=root></div><script src="/app.js"></script>`);
    const { id, monitors, run } = await watch("scripts", byText);
    const { result } = await monitors.runOf(id, run?.id ?? "");
    expect(result?.page.warnings).to.deep.equal([
      { field: "fetch", message: "this page has hardly any text without its scripts; set fetch to browser" },
    ]);
  });

  it("takes no place of a browser, and goes to one if the owner asked for it after the run was planned", async () => {
    const capturesOf = async (runId: string) => {
      const { events } = await pipeline.temporal.workflow.getHandle(workflowIds.monitorRun(runId)).fetchHistory();
      return (events ?? [])
        .map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)
        .filter((scheduled) => scheduled?.activityType?.name === "captureRun")
        .map((scheduled) => scheduled?.taskQueue?.name);
    };
    show(shop("€39.00"));
    const { run, id, monitors, caller } = await watch("places", byText);
    expect(await capturesOf(run?.id ?? "")).to.deep.equal([taskQueues.fetch]);
    await monitors.call("PATCH", `/${id}`, { capture: { fetch: null, changeOn: null } });
    const record = await pipeline.database.monitors.findOne({ _id: id });
    const { host = "", throttleKey = "" } = record?.spec ?? {};
    const planned = { host, throttleKey, timeout: 30, stores: false, byHttp: true, manual: false, retry: false };
    const none = { baselineRunId: null, toldRunId: null, alertMemory: null, captureRev: record?.captureRev ?? 0 };
    const input = { runId: uuidv7(), monitorId: id, accountId: caller.accountId, ...planned, ...none };
    const { workflowType, ...options } = workflowStart({ type: "monitorRun", input });
    await pipeline.temporal.workflow.execute(workflowType, options);
    expect(await capturesOf(input.runId)).to.deep.equal([taskQueues.fetch, taskQueues.browser]);
    expect((await monitors.runOf(id, input.runId)).result).to.have.property("screenshot");
  });

  it("is refused with options that need a browser, and with a verdict by the picture", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const { call } = monitorsOf(pipeline, caller, `http://127.0.0.1:${site.port}/refused`);
    const create = (capture: Record<string, unknown>) =>
      call<{ fields?: { field: string; message: string }[] }>("POST", "", {
        name: "Refused",
        url: `http://127.0.0.1:${site.port}/refused`,
        intervalMinutes: 60,
        capture,
      });
    const refused = await create({
      ...byText,
      script: "1",
      steps: [{ wait: 1 }],
      hideSelectors: ["nav"],
      regions: true,
    });
    expect(refused.status).to.equal(400);
    const message = "needs a browser; omit it, or set fetch to browser";
    expect(refused.fields).to.have.deep.members(
      ["script", "steps", "hideSelectors", "regions"].map((name) => ({ field: `capture.${name}`, message })),
    );
    expect((await create({ fetch: "http" })).fields).to.deep.equal([
      { field: "capture.changeOn", message: "must be text or values with fetch: http, which takes no picture" },
    ]);
    const dry = await caller.call("POST", "/render/monitors?dryRun=true", {
      name: "Dry",
      url: `http://127.0.0.1:${site.port}/dry`,
      intervalMinutes: 60,
      capture: byText,
    });
    const { credits, monitor }: { credits: object; monitor: Monitor } = await dry.json();
    expect(credits).to.deep.equal({ perRun: 1, perMonth: 720 });
    expect(monitor.capture).to.include({ fetch: "http" });
  });
});

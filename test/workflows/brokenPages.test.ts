import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { watchPage } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { useResource } from "../support/useResource.ts";

const price = (amount: number) => `<!doctype html><title>Price</title><main><p>The price is ${amount} euro.</p>`;
const check =
  "<!doctype html><title>One moment</title><h1>Checking</h1><script>window._cf_chl_opt = {}</script><p>Please wait.</p>";

type Answer = { status: number; headers?: Record<string, string>; body: string };

describe("pages that are broken with any status", function () {
  this.timeout(120_000);
  const answer: Required<Answer> = { status: 200, headers: {}, body: "" };
  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(answer.status, { "Content-Type": "text/html", ...answer.headers });
      response.end(answer.body);
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`, receiver.host] });
  after(stopAll);
  const say = (next: Answer): void => void Object.assign(answer, { headers: {}, ...next });
  const urlOf = (name: string) => `http://127.0.0.1:${site.port}/${name}`;

  const broken: [string, string, Answer, string][] = [
    [
      "a challenge with 403",
      "page_blocked",
      { status: 403, headers: { "cf-mitigated": "challenge" }, body: check },
      "header cf-mitigated: challenge",
    ],
    [
      "a challenge with 503",
      "page_blocked",
      { status: 503, headers: { server: "cloudflare" }, body: check },
      "document: script _cf_chl_opt",
    ],
    ["an empty body with 200", "page_empty", { status: 200, body: "" }, "no visible text"],
    [
      "an empty frame of an application",
      "page_empty",
      { status: 200, body: "<!doctype html><title>App</title><div id=root></div>" },
      "no visible text",
    ],
  ];
  broken.forEach(([name, code, outage, sign], index) => {
    it(`${name} is ${code}, no change and no baseline, and a change behind it is told`, async () => {
      say({ status: 200, body: price(39) });
      const page = { pipeline, receiver, url: urlOf(`page${index}`) };
      const { id, monitors, events } = await watchPage(page, `broken-${index}`, {});
      say(outage);
      const failed = await monitors.runNow(id);
      expect([failed.status, failed.error?.code]).to.deep.equal(["failed", code]);
      expect(failed.error?.evidence).to.include(sign);
      expect(failed.credits.net).to.equal(0);
      say({ status: 200, body: price(29) });
      expect((await monitors.runNow(id)).result).to.include({ changed: true });
      expect((await events(1)).map(({ type }) => type)).to.deep.equal(["monitor.change_detected"]);
    });
  });

  it("a page without the watched element is named for what it is", async () => {
    const bare = "<!doctype html><title>Shop</title><main><h1>Maintenance</h1><p>We are back soon.</p>";
    say({ status: 200, body: `${price(39)}<p id="stock">In stock</p>` });
    const page = { pipeline, receiver, url: urlOf("bare") };
    const { id, monitors } = await watchPage(page, "bare", { capture: { selector: "#stock" } });
    const codeAt = async (next: Answer) => {
      say(next);
      return (await monitors.runNow(id)).error?.code;
    };
    expect(await codeAt({ status: 503, body: bare })).to.equal("page_status");
    expect(await codeAt({ status: 403, headers: { "cf-mitigated": "challenge" }, body: check })).to.equal(
      "page_blocked",
    );
    expect(await codeAt({ status: 200, body: bare })).to.equal("selector_not_found");
    await monitors.call("PATCH", `/${id}`, { capture: { expect: { absent: ["(?i)^maintenance$"] } } });
    expect(await codeAt({ status: 200, body: bare })).to.equal("page_text");
  });

  it("a challenge is a warning of a render, which keeps its picture", async () => {
    say({ status: 403, headers: { "cf-mitigated": "challenge" }, body: check });
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const { status, result } = await caller.render({ url: urlOf("render") });
    expect([status, result?.page?.statusCode]).to.deep.equal(["completed", 403]);
    expect(result?.page?.warnings?.[0]?.message).to.include("Cloudflare").and.to.include("cf-mitigated: challenge");
  });
});

import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const price = (amount: number) => `<!doctype html><title>Price</title><main><p>The price is ${amount} euro.</p>`;
const maintenance = "<!doctype html><title>Shop</title><main><h1>Maintenance</h1><p>We are back soon.</p>";

describe("the expected text of a page", function () {
  this.timeout(120_000);
  const answer = { body: price(39) };
  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(answer.body);
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [`127.0.0.1:${site.port}`, receiver.host],
    openBrowser: openSketchBrowser,
  });
  after(stopAll);
  const urlOf = (path: string) => `http://127.0.0.1:${site.port}/${path}`;

  async function watch(name: string, rules: object) {
    answer.body = price(39);
    const alerts = { webhook: { url: `${receiver.url}/${name}` } };
    const page = { pipeline, receiver, url: urlOf(name) };
    return watchPage(page, name, { alerts, capture: { ...smallCapture, expect: rules } });
  }

  it("opens one incident when it breaks, told once, and closes it with one message", async () => {
    const { id, monitors, events, mails } = await watch("broken", {
      present: ["price is \\d+"],
      absent: ["(?i)maintenance"],
    });
    answer.body = maintenance;
    const failed = await monitors.runNow(id);
    expect([failed.status, failed.error?.code, failed.credits.net]).to.deep.equal(["failed", "page_text", 0]);
    expect(failed.error?.evidence).to.deep.equal(["text absent: price is \\d+", "text present: (?i)maintenance"]);
    await monitors.runNow(id);
    const { incident, state } = await until(async () => {
      const monitor = await monitors.get(id);
      return monitor.incident?.type === "expectation" && monitor;
    });
    expect([incident?.runId, state.kind]).to.deep.equal([failed.id, "down"]);
    answer.body = price(29);
    expect((await monitors.runNow(id)).result).to.include({ changed: true });
    expect((await events(3)).map(({ type }) => type)).to.deep.equal([
      "monitor.expectation_broken",
      "monitor.expectation_recovered",
      "monitor.change_detected",
    ]);
    const subjects = (await mails(3)).map(({ Subject }) => Subject).join("\n");
    expect(subjects).to.include("is not as expected").and.to.include("is as expected again");
    const { incidents } = await monitors.call<{ incidents: { type: string; reason: string }[] }>(
      "GET",
      `/${id}/incidents`,
    );
    expect(incidents.find(({ type }) => type === "expectation")?.reason).to.equal("expected");
  });

  it("stays broken through a failure, and keeps the baseline when it changes", async () => {
    const { id, monitors } = await watch("kept", { absent: ["Sold out"] });
    const { baselineRunId } = await monitors.get(id);
    await monitors.call("PATCH", `/${id}`, { capture: { expect: { present: ["euro"] } } });
    const monitor = await monitors.get(id);
    expect([monitor.baselineRunId, monitor.capture["expect"]]).to.deep.equal([baselineRunId, { present: ["euro"] }]);
    const wrong = await monitors.call<{ fields: { field: string }[] }>("PATCH", `/${id}`, {
      capture: { expect: { absent: ["ok", "(?=a)"] } },
    });
    expect([wrong.status, wrong.fields[0]?.field]).to.deep.equal([400, "capture.expect.absent.1"]);
  });
});

import { expect } from "chai";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const shop = (price: string, stock = "In stock") =>
  `<!doctype html><title>Shop</title><body><main><p>Price: ${price}</p><p>${stock}</p>`;

const values = [
  { name: "price", pattern: "Price: (.*)", as: "number" },
  { name: "stock", pattern: "In stock|Sold out" },
];

const aboveEighty = { any: [{ value: "price", is: "above", than: 80 }] };

describe("the conditions of a monitor", function () {
  this.timeout(120_000);

  /** The page. `once` stands in its place for one request. */
  const shown: { page: string; once: string | null } = { page: "", once: null };
  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(shown.once ?? shown.page);
      shown.once = null;
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [`127.0.0.1:${site.port}`, receiver.host],
    openBrowser: openSketchBrowser,
  });
  after(stopAll);

  /** Watches the shop. `show` runs the monitor by hand with these pages, one after another. */
  async function watch(name: string, body: Record<string, unknown>) {
    shown.page = shop("€39.00");
    const page = { pipeline, receiver, url: `http://127.0.0.1:${site.port}/${name}` };
    const alerts = { webhook: { url: `${receiver.url}/${name}` } };
    const capture = { ...smallCapture, values };
    const watched = await watchPage(page, name, { name: "Rocket skates", capture, alerts, ...body });
    const { id, monitors } = watched;
    const show = async (...pages: string[]) => {
      const runs = [];
      for (const html of pages) {
        shown.page = html;
        runs.push(await monitors.runNow(id));
        await monitors.idle(id);
      }
      return runs;
    };
    const reasons = async () =>
      (await monitors.call<{ incidents: IncidentEntry[] }>("GET", `/${id}/incidents`)).incidents.map(
        ({ reason }) => reason,
      );
    return { ...watched, show, reasons };
  }

  for (const baselineMode of ["rolling", "fixed"]) {
    it(`alert on each crossing and on nothing else, with a ${baselineMode} baseline`, async () => {
      const { show, events, mails, reasons } = await watch(`crossing-${baselineMode}`, {
        alertWhen: aboveEighty,
        baselineMode,
        alerts: { webhook: { url: `${receiver.url}/crossing-${baselineMode}` }, notifyRecovery: false },
      });
      const prices = ["€79.00", "€89.00", "€95.00", "on request", "€85.00", "€49.00", "€99.00"];
      const runs = await show(...prices.map((price) => shop(price)));
      expect(runs.map(({ result }) => result?.changed)).to.deep.equal([false, true, false, false, false, false, true]);
      expect(runs[1]?.result?.conditions).to.deep.equal([
        {
          ...aboveEighty.any[0],
          before: { value: 79, text: "€79.00" },
          after: { value: 89, text: "€89.00" },
        },
      ]);
      expect(runs[2]?.result?.conditions).to.deep.equal([]);
      const [first, second] = (await mails(2)).map(({ Subject, TextBody = "" }) => [Subject, TextBody]);
      expect(first?.[0]).to.equal("Rocket skates: €79.00 → €89.00 (above €80)");
      expect(first?.[1]).to.include("price: €79.00 → €89.00 (above €80)");
      expect(second?.[0]).to.equal("Rocket skates: €49.00 → €99.00 (above €80)");
      const sent = await events(3);
      expect(sent.map(({ type, data }) => [type, data["reason"]])).to.deep.equal([
        ["monitor.change_detected", undefined],
        ["monitor.change_recovered", "condition_ended"],
        ["monitor.change_detected", undefined],
      ]);
      expect(sent[0]?.data["conditions"]).to.deep.equal(runs[1]?.result?.conditions);
      await until(async () => JSON.stringify(await reasons()) === JSON.stringify([null, "condition_ended"]));
    });
  }

  it("are each change of a value with `changeOn: values`, and its end, whatever else changes", async () => {
    const capture = { ...smallCapture, values, changeOn: "values" };
    const { show, mails, reasons } = await watch("each-change", { capture });
    const runs = await show(
      `${shop("€39.00")}<p>A new paragraph.`,
      shop("€34.00"),
      shop("€34.00"),
      shop("€34.00", "In the shop"),
      shop("€34.00", "Gone for good"),
      shop("€34.00"),
    );
    expect(runs.map(({ result }) => result?.changed)).to.deep.equal([false, true, false, true, false, false]);
    expect(runs.map(({ result }) => result?.pictureCompared)).to.deep.equal(runs.map(() => false));
    expect(runs.map(({ credits }) => credits.net)).to.deep.equal(runs.map(() => 1));
    const subjects = (await mails(2)).map(({ Subject }) => Subject);
    expect(subjects).to.deep.equal(["Rocket skates: €39.00 → €34.00", "Rocket skates: disappeared: In stock"]);
    await until(async () => (await reasons()).length === 2);
  });

  it("alert only while all of them hold, and say each", async () => {
    const alertWhen = {
      all: [
        { value: "price", is: "below", than: 35 },
        { value: "stock", is: "equals", than: "In stock" },
      ],
    };
    const { show, mails } = await watch("all", { alertWhen });
    const runs = await show(shop("€29.00", "Sold out"), shop("€29.00"), shop("€28.00"));
    expect(runs.map(({ result }) => result?.changed)).to.deep.equal([false, true, false]);
    const [mail] = await mails(1);
    expect(mail?.Subject).to.equal(
      "Rocket skates: price €29.00 (below €35); stock Sold out → In stock (is “In stock”)",
    );
  });

  it("tell no one of a value that the second capture does not show", async () => {
    const { id, monitors, show } = await watch("transient", { alertWhen: aboveEighty });
    shown.once = shop("€89.00");
    const [run] = await show(shop("€39.00"));
    expect(run?.result).to.include({ changed: false, transient: true });
    expect(run?.result?.conditions).to.deep.equal([]);
    const [again] = await show(shop("€89.00"));
    expect(again?.result?.changed).to.equal(true);
    await until(async () => (await monitors.get(id)).incident?.runId === again?.id);
  });

  it("start anew after a change of the conditions, and end with them", async () => {
    const { id, monitors, show } = await watch("edited", { alertWhen: aboveEighty });
    await show(shop("€89.00"));
    await monitors.call("PATCH", `/${id}`, { alertWhen: { any: [{ value: "price", is: "changed" }] } });
    const runs = await show(shop("€95.00"), shop("€96.00"), shop("€96.00", "Sold out"));
    expect(runs.map(({ result }) => result?.changed)).to.deep.equal([false, true, false]);
    await monitors.call("PATCH", `/${id}`, { alertWhen: null });
    const [byPicture] = await show(shop("€96.00"));
    expect(byPicture?.result).to.include({ changed: true }).and.not.to.have.property("conditions");
  });
});

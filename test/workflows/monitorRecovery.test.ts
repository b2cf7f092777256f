import { expect } from "chai";
import { type Monitors, smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageIn = (colour: string) => `<!doctype html><title>Colour</title><body style="background:${colour}"><p>One</p>`;

/** Claims that only a comparison with the old page can support. */
const unchecked = /changed back|not changed again|does not differ|as it did before|kept the change/;

describe("the end of a monitor's change", function () {
  this.timeout(90_000);
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  before(() => {
    site.release();
  });

  /** A monitor of a white page; `events` gives types and reasons, `mails` subjects and texts. */
  async function watch(name: string, body: Record<string, unknown>, alerts: Record<string, unknown> = {}) {
    site.page = pageIn("white");
    const webhook = { url: `${receiver.url}/${name}` };
    const watched = await watchPage({ pipeline, receiver, url: `${site.url}/colour` }, name, {
      ...body,
      alerts: { webhook, ...alerts },
    });
    monitors = watched.monitors;
    return {
      id: watched.id,
      events: async (count: number) => (await watched.events(count)).map(({ type, data }) => [type, data["reason"]]),
      mails: async (count: number) =>
        (await watched.mails(count)).map(({ Subject = "", TextBody = "" }) => ({ subject: Subject, text: TextBody })),
    };
  }

  async function change(id: string, colour: string): Promise<string> {
    site.page = pageIn(colour);
    const run = await monitors.runNow(id);
    expect(run.result).to.include({ changed: true });
    await until(async () => (await monitors.get(id)).incident?.runId === run.id);
    return run.id;
  }

  const withoutIncident = (id: string) => until(async () => (await monitors.get(id)).incident === null);
  const newBaseline = (reason: string) => [
    ["monitor.change_detected", undefined],
    ["monitor.change_recovered", reason],
  ];

  const edits: [edit: string, mode: string, change: () => Record<string, unknown>][] = [
    ["capture", "fixed", () => ({ capture: { ...smallCapture, timeout: 45 } })],
    ["diff", "rolling", () => ({ diff: { mode: "pixel" } })],
    ["url", "rolling", () => ({ url: `${site.url}/other` })],
  ];
  for (const [edit, baselineMode, patch] of edits)
    it(`reports only a new baseline after a new ${edit} dropped a ${baselineMode} baseline`, async () => {
      const { id, events, mails } = await watch(`renewed-${edit}`, { baselineMode }, { notifyRecovery: true });
      await change(id, "black");
      await monitors.call("PATCH", `/${id}`, patch());
      expect(await monitors.runNow(id)).to.include({ trigger: "initial", status: "completed" });
      await withoutIncident(id);
      expect(await events(2)).to.deep.equal(newBaseline("baseline_renewed"));
      const [, ended] = await mails(2);
      expect(ended?.subject).to.equal("Prices has a new baseline");
      expect(`${ended?.subject} ${ended?.text}`).to.include("can't be compared").and.not.match(unchecked);
    });

  it("comes when the change is accepted as the new baseline, with that reason; the next change is reported again", async () => {
    const { id, events, mails } = await watch("accepted", { baselineMode: "fixed" });
    const runId = await change(id, "black");
    await monitors.call("POST", `/${id}/baseline`, { runId });
    await withoutIncident(id);
    expect(await events(2)).to.deep.equal(newBaseline("baseline_chosen"));
    await change(id, "teal");
    expect(await events(3)).to.deep.include(["monitor.change_detected", undefined]);
    site.page = pageIn("black");
    await monitors.runNow(id);
    expect((await events(4)).at(-1)).to.deep.equal(["monitor.change_recovered", "restored"]);
    // The person who chose the baseline gets no mail about it.
    const subjects = (await mails(3)).map(({ subject }) => subject);
    expect(subjects).to.deep.equal(["Prices has changed", "Prices has changed", "Prices has changed back"]);
  });

  it("depends on the run that was compared with, even if the baseline mode changed meanwhile", async () => {
    const reasons: [from: string, to: string, colour: string, reason: string, said: RegExp][] = [
      ["fixed", "rolling", "white", "restored", /the page looks as it did before/],
      ["rolling", "fixed", "black", "stayed", /the page has kept the change/],
    ];
    for (const [from, to, colour, reason, said] of reasons) {
      const { id, events, mails } = await watch(reason, { baselineMode: from });
      await change(id, "black");
      await monitors.call("PATCH", `/${id}`, { baselineMode: to, alerts: { notifyRecovery: true } });
      site.page = pageIn(colour);
      expect((await monitors.runNow(id)).result).to.include({ changed: false, differenceRatio: 0 });
      expect(await events(2)).to.deep.equal(newBaseline(reason));
      expect((await mails(2))[1]?.text).to.match(said);
    }
  });

  it("sends a rolling monitor's event with its reason and no mail, unless the owner wants one", async () => {
    const ways: [name: string, body: Record<string, unknown>, alerts: Record<string, unknown>, subjects: string[]][] = [
      ["rolling-default", { baselineMode: "rolling" }, {}, ["Prices has changed"]],
      ["rolling-wanted", {}, { notifyRecovery: true }, ["Prices has changed", "Prices has not changed again"]],
      ["fixed-unwanted", { baselineMode: "fixed" }, { notifyRecovery: false }, ["Prices has changed"]],
    ];
    for (const [name, body, alerts, subjects] of ways) {
      const { id, events, mails } = await watch(name, body, alerts);
      await change(id, "black");
      if (body["baselineMode"] === "fixed") site.page = pageIn("white");
      await monitors.runNow(id);
      await withoutIncident(id);
      const reason = body["baselineMode"] === "fixed" ? "restored" : "stayed";
      expect(await events(2)).to.deep.equal(newBaseline(reason));
      // The mails of an event are recorded before the event, so no further mail can follow.
      const recorded = await pipeline.database.deliveries.countDocuments({ resourceId: id, channel: "email" });
      expect(recorded, name).to.equal(subjects.length);
      expect((await mails(subjects.length)).map(({ subject }) => subject)).to.deep.equal(subjects);
    }
  });
});

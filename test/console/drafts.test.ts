import { expect } from "chai";
import { ApiError } from "#clients/typescript/src/index.ts";
import { remainingError } from "#console/api/problems.ts";
import { type Draft, emptyDraft, type Form, formOf, partOf } from "#console/forms/draft.ts";
import { fieldLabel, inFormWords } from "#console/format/fieldLabels.ts";
import type { Body } from "#console/format/paths.ts";
import { freeArea } from "#console/screens/monitors/form/areas.ts";
import { newMonitor, patchOf, requestOf } from "#console/screens/monitors/form/monitorBody.ts";
import { checkBody, percentOf, shareOf } from "#console/screens/monitors/form/percent.ts";
import { isByCron, runAtInterval, runByCron } from "#console/screens/monitors/form/times.ts";
import { changeOf, newSitemap, requestOf as sitemapOf } from "#console/screens/sitemaps/form.ts";

/** A form whose entries stay, as a screen keeps them. */
function openForm(begin: Draft, saved: Body = {}): { form: () => Form } {
  let draft = begin;
  const onDraft = (change: (before: Draft) => Draft): void => {
    draft = change(draft);
  };
  return { form: () => formOf({ draft, onDraft, saved, error: null }) };
}

function refusalOf(body: object): [field: string, message: string][] {
  try {
    checkBody(body);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.fields.map(({ field, message }) => [field, message]);
  }
}

describe("the draft of a form in the console", () => {
  it("is the request of a new monitor, with a name from its address", () => {
    const { form } = openForm(newMonitor);
    form().set({ url: "shop.example/prices" });
    form().set({ "capture.selector": " #price " });
    form().set({ "alerts.webhook.url": "https://example.com/hook" });
    form().set({ "alerts.webhook.url": undefined, timezone: "Europe/Zurich" });
    expect(requestOf(form())).to.deep.equal({
      url: "https://shop.example/prices",
      name: "shop.example/prices",
      intervalMinutes: 60,
      baselineMode: "fixed",
      capture: { fullPage: true, regions: true, selector: "#price" },
    });
  });

  it("sends only what was changed of a saved monitor, and null for what is taken away", () => {
    const saved = {
      name: "Shop",
      capture: { selector: "main", text: true },
      alerts: { quietHours: { from: "22:00" } },
    };
    const { form } = openForm(emptyDraft, saved);
    expect(patchOf(form())).to.deep.equal({});
    form().set({ name: "Other" });
    form().set({ "capture.selector": undefined, "capture.css": undefined });
    form().set({ "alerts.quietHours": undefined });
    expect(form().read("capture.selector")).to.equal("");
    expect(form().read("capture.text")).to.equal(true);
    expect(patchOf(form())).to.deep.equal({
      name: "Other",
      capture: { selector: null },
      alerts: { quietHours: null },
    });
    form().forget("alerts.quietHours");
    expect(form().read("alerts.quietHours.from")).to.equal("22:00");
  });

  it("has an interval or a cron, never both", () => {
    const { form } = openForm(emptyDraft, { intervalMinutes: 1_440, cron: "0 9 * * *", timezone: "Asia/Tokyo" });
    expect(isByCron(form())).to.equal(true);
    runAtInterval(form(), 15);
    expect([isByCron(form()), patchOf(form())]).to.deep.equal([false, { intervalMinutes: 15 }]);
    runByCron(form());
    expect(patchOf(form())).to.deep.equal({ cron: "0 9 * * *", timezone: "Asia/Tokyo" });
  });

  it("keeps texts as they are typed, also of a part", () => {
    const { form } = openForm(newSitemap);
    const monitor = (): Form => partOf(form(), "monitor", null);
    monitor().set({ tags: ["a"] }, { tags: "a, " });
    form().set({ sitemapUrl: "example.com/sitemap.xml", includePaths: ["/docs/**"] });
    expect([monitor().typed("tags"), monitor().read("tags")]).to.deep.equal(["a, ", ["a"]]);
    expect(sitemapOf(form())).to.deep.equal({
      sitemapUrl: "https://example.com/sitemap.xml",
      includePaths: ["/docs/**"],
      maxMonitors: 100,
      syncIntervalMinutes: 1_440,
      monitor: {
        intervalMinutes: 1_440,
        baselineMode: "fixed",
        capture: { fullPage: true, regions: true },
        tags: ["a"],
      },
    });
    const settings = openForm(emptyDraft, { name: "Docs", monitor: { capture: { selector: "main" } } });
    partOf(settings.form(), "monitor", null).set({ "capture.selector": undefined });
    expect(changeOf(settings.form())).to.deep.equal({ monitor: { capture: { selector: null } } });
  });
});

describe("problems of a form in the console", () => {
  it("speak percent, and name an address that is none", () => {
    const wrong = "must be a number of percent from 0 to 100, such as 0.5";
    expect(refusalOf({ changeThreshold: shareOf("150") })).to.deep.equal([["changeThreshold", wrong]]);
    expect(refusalOf({ monitor: { changeThreshold: shareOf("abc") } })).to.deep.equal([
      ["monitor.changeThreshold", wrong],
    ]);
    expect(refusalOf({ url: "" }).map(([field]) => field)).to.deep.equal(["url"]);
    expect(refusalOf({ changeThreshold: shareOf("2,5"), url: "https://example.com/" })).to.deep.equal([]);
    expect([shareOf("2,5"), percentOf(0.07), percentOf(0)]).to.deep.equal([0.025, "7", ""]);
  });

  it("leave once their field is corrected", () => {
    const refusal = { status: 400, code: "validation_failed", type: "", retryable: false } as const;
    const fields = [
      { field: "capture.headers[0].name", message: "is wrong" },
      { field: "name", message: "is long" },
    ];
    const error = new ApiError("refused", { ...refusal, retryAfterMs: null, requestId: null, fields });
    const sent = { name: "long", capture: { headers: [{ name: "?" }] } };
    const left = remainingError(error, sent, { name: "short", capture: { headers: [{ name: "?" }] } });
    expect(left instanceof ApiError && left.fields.map(({ field }) => field)).to.deep.equal([
      "capture.headers[0].name",
    ]);
    expect(remainingError(error, sent, { name: "short" })).to.equal(null);
    const general = new ApiError("no", { ...refusal, retryAfterMs: null, requestId: null, fields: [] });
    expect(remainingError(general, sent, { ...sent })).to.equal(general);
    expect(remainingError(general, sent, {})).to.equal(null);
  });

  it("say a message of the API in the words of the forms", () => {
    expect(inFormWords("It has status 503. If that is right, add it to capture.okStatus.")).to.equal(
      "It has status 503. If that is right, add it to “Good statuses”.",
    );
    expect(inFormWords("See capture.nothing.")).to.equal("See capture.nothing.");
  });

  it("name fields by the labels of the forms", () => {
    const names = ["url", "monitor.changeThreshold", "capture.headers[0].name", "alerts.quietHours.to", "nothing"];
    expect(names.map(fieldLabel)).to.deep.equal(["Address", "Change threshold", "Headers", "Quiet hours", null]);
  });
});

describe("a further area on a picture", () => {
  it("covers no other one as long as there is room", () => {
    const picture = { width: 1_280, height: 900 };
    const first = { x: 520, y: 390, width: 240, height: 120 };
    const second = freeArea(first, [first], picture);
    const third = freeArea(first, [first, second], picture);
    expect(second).to.deep.equal({ ...first, x: 776 });
    expect(third.x + third.width <= 1_280 && third.y + third.height <= 900).to.equal(true);
    expect([first, second]).to.not.deep.include(third);
    expect(
      freeArea({ ...first, x: 0, y: 0 }, [{ x: 0, y: 0, width: 240, height: 120 }], { width: 240, height: 120 }),
    ).to.deep.equal({ ...first, x: 0, y: 0 });
  });
});

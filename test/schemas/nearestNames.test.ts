import { expect } from "chai";
import type { TObject } from "typebox";
import { aliases } from "#schemas/aliases.ts";
import { BatchRequest } from "#schemas/batch.ts";
import { CrawlRequest } from "#schemas/crawl.ts";
import { DiffRequest } from "#schemas/diffRequest.ts";
import { MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { nearestField } from "#schemas/nearestNames.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { DelayedRequest, RecurringRequest } from "#schemas/schedule.ts";

type Row = [where: string, schema: TObject, name: string, field: string | null];

/** Names that people bring from other APIs, and what they find here. */
const rows: Row[] = [
  ["a render", RenderRequest, "full_page", "fullPage"],
  ["a render", RenderRequest, "FULLPAGE", "fullPage"],
  ["a render", RenderRequest, "viewport_width", "width"],
  ["a render", RenderRequest, "viewport", "width and height"],
  ["a render", RenderRequest, "sleep", "delay"],
  ["a render", RenderRequest, "dark_mode", "theme"],
  ["a render", RenderRequest, "block_cookie_banners", "blockCookieBanners"],
  ["a render", RenderRequest, "hide_selector", "hideSelectors"],
  ["a render", RenderRequest, "webhook", "webhookUrl"],
  ["a render", RenderRequest, "callback_url", "webhookUrl"],
  ["a render", RenderRequest, "bucket", "storage_bucket"],
  ["a render", RenderRequest, "markdown", "extractMarkdown"],
  ["a render", RenderRequest, "website", "url"],
  ["a render", RenderRequest, "zzzzzz", null],
  ["a render", RenderRequest, "constructor", null],
  ["a batch", BatchRequest, "list", "urls"],
  ["a batch", BatchRequest, "pages", "urls"],
  ["a crawl", CrawlRequest, "limit", "maxPages"],
  ["a crawl", CrawlRequest, "depth", "maxDepth"],
  ["a crawl", CrawlRequest, "exclude", "excludePaths"],
  ["a scheduled render", DelayedRequest, "run_at", "scheduleAt"],
  ["a recurring render", RecurringRequest, "interval", "pattern"],
  ["a recurring render", RecurringRequest, "until", "endDate"],
  ["a comparison", DiffRequest, "baseline", "before"],
  ["a comparison", DiffRequest, "device", "capture.device"],
  ["a monitor", MonitorRequest, "interval", "intervalMinutes"],
  ["a monitor", MonitorRequest, "threshold", "changeThreshold"],
  ["a monitor", MonitorRequest, "full_page", "capture.fullPage"],
  ["a monitor", MonitorRequest, "viewport", "capture.width and capture.height"],
  ["a monitor", MonitorRequest, "webhookUrl", "alerts.webhook.url"],
  ["a monitor", MonitorRequest, "recipients", "alerts.email.recipientIds"],
  ["a change of a monitor", MonitorPatch, "full_page", "capture.fullPage"],
  ["a change of a monitor", MonitorPatch, "webhookUrl", "alerts.webhook.url"],
];

describe("the nearest field", () => {
  for (const [where, schema, name, field] of rows) {
    it(`of ${where} for ${name} is ${field ?? "none"}`, () => {
      expect(nearestField(name, schema.properties)).to.equal(field);
    });
  }

  it("for cron is the field that takes one, whichever the request has", () => {
    expect(nearestField("cron", { pattern: {} })).to.equal("pattern");
    expect(nearestField("cron", { intervalMinutes: {} })).to.equal("intervalMinutes");
    expect(nearestField("crontab", { cron: {}, pattern: {} })).to.equal("cron");
  });

  it("is looked up by names without case, _ and -", () => {
    for (const alias of Object.keys(aliases)) expect(alias).to.match(/^[a-z0-9]+$/);
  });
});

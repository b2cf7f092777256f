import { expect } from "chai";
import { Value } from "typebox/value";
import { replyExamples } from "#api/openapi/examples.ts";
import { settingsOf, wholeUrlOf } from "#clients/typescript/src/index.ts";
import { keysOf } from "#schemas/common.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { MonitorReply } from "#schemas/monitor/replies.ts";

describe("the settings of a monitor as the body of a new one", () => {
  const { monitor } = Value.Parse(MonitorReply, replyExamples["getMonitor"]?.["200"]);
  const alertWhen = { any: [{ value: "price", is: "below" as const, than: 50 }] };
  const whole = { ...monitor, alertWhen, timezone: "Europe/Zurich", pageUrl: "https://shop.example/" };
  const namesWithout = (...leftOut: string[]) =>
    keysOf(MonitorRequest.properties)
      .filter((name) => !leftOut.includes(name))
      .toSorted();

  it("have every setting, but are active and not muted, and pass the schema", () => {
    const settings = settingsOf({ ...whole, status: "paused", mutedUntil: "2030-01-01T00:00:00Z" });
    expect(Object.keys(settings).toSorted()).to.deep.equal(namesWithout("status", "mutedUntil", "cron"));
    expect(settings).to.deep.include({ alertWhen, url: "https://shop.example/" });
    expect(Value.Errors(MonitorRequest, settings)).to.deep.equal([]);
  });

  it("have the cron in place of the interval", () => {
    const settings = settingsOf({ ...whole, cron: "0 9 * * *" });
    expect(Object.keys(settings).toSorted()).to.deep.equal(namesWithout("status", "mutedUntil", "intervalMinutes"));
  });

  it("leave inherited settings to the defaults, and values that no reply has out", () => {
    const cookies = [{ name: "session", domain: "shop.example" }];
    const settings = settingsOf({
      ...whole,
      capture: { ...whole.capture, theme: "light", locale: "de", cookies },
      alerts: { ...whole.alerts, notifyRecovery: true, digest: "daily" },
      inherited: [
        { setting: "alerts.notifyRecovery", value: true, from: "account" },
        { setting: "capture.theme", value: "dark", from: "tag", tag: "shop" },
      ],
    });
    expect(settings.capture).to.include({ locale: "de" }).and.not.have.any.keys("theme", "cookies");
    expect(settings.alerts).to.include({ digest: "daily" });
    expect(settings.alerts).not.to.have.any.keys("notifyRecovery", "webhook", "channels");
  });

  it("have an address only if it is shown whole", () => {
    expect(wholeUrlOf({ pageUrl: "https://shop.example/?id=…" })).to.equal(undefined);
    expect(settingsOf({ ...whole, pageUrl: "https://shop.example/?id=…" })).not.to.have.property("url");
    const { pageUrl: _pageUrl, ...hidden } = whole;
    expect(settingsOf(hidden)).not.to.have.property("url");
  });
});

import { expect } from "chai";
import { Value } from "typebox/value";
import { replyExamples } from "#api/openapi/examples.ts";
import { copyOf } from "#console/screens/monitors/form/copyOf.ts";
import { keysOf } from "#schemas/common.ts";
import { MonitorReply } from "#schemas/monitor/replies.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";

describe("the copy of a monitor's settings", () => {
  const { monitor } = Value.Parse(MonitorReply, replyExamples["getMonitor"]?.["200"]);
  const alertWhen = { any: [{ value: "price", is: "below" as const, than: 50 }] };
  const whole = { ...monitor, alertWhen, timezone: "Europe/Zurich", pageUrl: "https://shop.example/" };
  const namesOf = (...left: string[]) =>
    keysOf(MonitorRequest.properties)
      .filter((name) => !left.includes(name))
      .toSorted();

  it("has every setting of a request, but is active and not muted", () => {
    expect(Object.keys(copyOf(whole).changed).toSorted()).to.deep.equal(namesOf("status", "mutedUntil", "cron"));
    expect(copyOf(whole).changed["alertWhen"]).to.deep.equal(alertWhen);
  });

  it("has the cron in place of the interval", () => {
    const { changed } = copyOf({ ...whole, cron: "0 9 * * *" });
    expect(Object.keys(changed).toSorted()).to.deep.equal(namesOf("status", "mutedUntil", "intervalMinutes"));
  });
});

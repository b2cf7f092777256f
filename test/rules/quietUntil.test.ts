import { expect } from "chai";
import { leavesNoNews } from "#rules/notifications.ts";
import { quietUntil } from "#rules/quietUntil.ts";

/** The end of the quiet hours `hours`, such as 22:00-07:00, that `at` is in. */
function until(hours: string, at: string, timezone: string | null = null): string | null {
  const [from = "", to = ""] = hours.split("-");
  return quietUntil({ quietHours: { from, to }, timezone }, new Date(at))?.toISOString() ?? null;
}

describe("quiet hours", () => {
  it("end on the same day", () => {
    expect(until("12:00-13:30", "2026-11-25T11:59:59.999Z")).to.equal(null);
    expect(until("12:00-13:30", "2026-11-25T12:00:00Z")).to.equal("2026-11-25T13:30:00.000Z");
    expect(until("12:00-13:30", "2026-11-25T13:29:59.999Z")).to.equal("2026-11-25T13:30:00.000Z");
    expect(until("12:00-13:30", "2026-11-25T13:30:00Z")).to.equal(null);
  });

  it("cross midnight", () => {
    expect(until("22:00-07:00", "2026-11-25T21:59:59Z")).to.equal(null);
    expect(until("22:00-07:00", "2026-11-25T22:00:00Z")).to.equal("2026-11-26T07:00:00.000Z");
    expect(until("22:00-07:00", "2026-11-26T00:00:00Z")).to.equal("2026-11-26T07:00:00.000Z");
    expect(until("22:00-07:00", "2026-11-26T07:00:00Z")).to.equal(null);
    expect(until("00:00-23:59", "2026-11-26T00:00:00Z")).to.equal("2026-11-26T23:59:00.000Z");
    expect(until("23:59-00:00", "2026-11-26T23:59:30Z")).to.equal("2026-11-27T00:00:00.000Z");
  });

  it("are in the monitor's time zone", () => {
    expect(until("22:00-07:00", "2026-11-25T21:00:00Z", "Europe/Berlin")).to.equal("2026-11-26T06:00:00.000Z");
    expect(until("22:00-07:00", "2026-11-26T06:30:00Z", "Europe/Berlin")).to.equal(null);
    expect(until("22:00-07:00", "2026-11-26T05:30:00Z", "America/New_York")).to.equal("2026-11-26T12:00:00.000Z");
  });

  it("are an hour shorter or longer in the night in which the clock changes", () => {
    expect(until("22:00-07:00", "2026-03-28T21:00:00Z", "Europe/Berlin")).to.equal("2026-03-29T05:00:00.000Z");
    expect(until("22:00-07:00", "2026-10-24T20:00:00Z", "Europe/Berlin")).to.equal("2026-10-25T06:00:00.000Z");
  });

  it("end right after an hour that the clock skips, and in the first of two equal hours", () => {
    expect(until("22:00-02:30", "2026-03-29T00:59:00Z", "Europe/Berlin")).to.equal("2026-03-29T01:00:00.000Z");
    expect(until("02:10-02:40", "2026-03-29T01:00:00Z", "Europe/Berlin")).to.equal(null);
    expect(until("22:00-02:30", "2026-10-25T00:29:00Z", "Europe/Berlin")).to.equal("2026-10-25T00:30:00.000Z");
    expect(until("22:00-02:30", "2026-10-25T01:10:00Z", "Europe/Berlin")).to.equal(null);
  });

  it("are not there without the setting", () => {
    expect(quietUntil({ quietHours: null, timezone: "Europe/Berlin" }, new Date())).to.equal(null);
  });
});

describe("an incident that began and ended in quiet hours", () => {
  it("is no news if the page is as it was, works again, or has the owner's consent", () => {
    expect(leavesNoNews("monitor.change_recovered", "restored")).to.equal(true);
    expect(leavesNoNews("monitor.change_recovered", "baseline_chosen")).to.equal(true);
    expect(leavesNoNews("monitor.failure_recovered", null)).to.equal(true);
  });

  it("is news if the page stays changed", () => {
    for (const reason of ["stayed", "below_threshold", "baseline_renewed"] as const) {
      expect(leavesNoNews("monitor.change_recovered", reason), reason).to.equal(false);
    }
    expect(leavesNoNews("monitor.change_detected", null)).to.equal(false);
    expect(leavesNoNews("monitor.paused", null)).to.equal(false);
  });
});

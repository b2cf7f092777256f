import { expect } from "chai";
import sharp from "sharp";
import { composeAlert } from "#activities/notify/alert/alertMessage.ts";
import { numberChart, numbersUntil } from "#activities/notify/alert/numberChart.ts";
import { plainText } from "#activities/notify/channels/message.ts";
import { alertMail } from "#activities/notify/mail/alertMail.ts";
import type { AlertType } from "#schemas/events.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { testSigner } from "../support/testSigner.ts";

const at = new Date("2026-11-28T12:00:00Z");
/** Ids that sort by time. */
const idOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`;

/** A monitor whose runs read these prices, oldest first. */
const monitorOf = (...prices: readonly number[]) => {
  const runs = prices.map((value, index) => ({
    id: idOf(index),
    trigger: "scheduled",
    number: { name: "price", value, text: `€${value}.00` },
  }));
  const spec = { host: "shop.example", baselineMode: "fixed" };
  return { _id: idOf(99), spec, recentRuns: JSON.stringify(runs.toReversed()) } as unknown as MonitorRecord;
};

const messageOf = (monitor: MonitorRecord, run: number, type: AlertType = "monitor.change_detected") =>
  composeAlert(testSigner, {
    input: { type, monitorId: monitor._id, name: "Kettle", runId: idOf(run), incident: null, reason: null, at },
    run: { _id: idOf(run), monitorId: monitor._id } as RunRecord,
    monitor,
    pageUrl: null,
    pair: null,
    timeZone: "UTC",
    to: "account",
  });

describe("the history of a number in a message", () => {
  const monitor = monitorOf(39, 39, 45, 89);
  const steps = "price in the last 4 runs: €39.00 → €45.00 → €89.00";

  it("is in words in mails and in messages to channels", () => {
    const message = messageOf(monitor, 3);
    expect(plainText(message)).to.include(steps);
    const { text, html } = alertMail({ message, picture: null, captures: [], unsubscribe: "http://api.test/" });
    expect([text, html].map((part) => part.includes(steps))).to.deep.equal([true, true]);
  });

  it("ends with the run that the message is about", () => {
    expect(numbersUntil(monitor, { _id: idOf(2) })?.numbers.map(({ value }) => value)).to.deep.equal([39, 39, 45]);
  });

  it("is left out for two numbers, for one that stayed, and in messages about failures", () => {
    expect(numbersUntil(monitor, { _id: idOf(1) })).to.equal(null);
    expect(numbersUntil(monitorOf(39, 39, 39), { _id: idOf(2) })).to.equal(null);
    expect(numbersUntil(monitor, null)).to.equal(null);
    expect(plainText(messageOf(monitor, 3, "monitor.failed"))).to.not.include("price");
  });

  it("is a picture of a line that rises, with the numbers in its alternative text", async () => {
    const history = numbersUntil(monitor, { _id: idOf(3) });
    if (history === null) throw new Error("The runs have a history.");
    const { attachment, width, height, alt } = await numberChart(history);
    expect(alt).to.equal("price, 4 runs: €39.00 to €89.00, now €89.00");
    const { data, info } = await sharp(attachment.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).to.deep.equal([width * 2, height * 2]);
    const inkAt = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 255) < 100;
    // The first dot is at the bottom left, the last at the top right.
    expect([inkAt(20, 172), inkAt(1_068, 20)]).to.deep.equal([true, true]);
    expect([inkAt(20, 20), inkAt(1_068, 172)]).to.deep.equal([false, false]);
  });
});

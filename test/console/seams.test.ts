import { expect } from "chai";
import sharp from "sharp";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { until } from "../support/until.ts";
import { useConsole } from "./support/useConsole.ts";

/** A white page whose picture comes in two slices at the width of a pane. */
const tallPage = (text: string) =>
  `<!doctype html><html lang="en"><title>Tall</title><body style="margin:0;height:6000px;background:#fff"><p>${text}</p>`;

describe("a tall page in the console's comparison", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  it("shows no line between two slices of a picture", async () => {
    site.show("/tall", tallPage("Before"));
    const owner = await newAccount();
    const body = { name: "Tall", url: site.url("/tall"), intervalMinutes: 60, baselineMode: "fixed" };
    const { monitor }: { monitor: Monitor } = await (await owner.call("POST", "/render/monitors", body)).json();
    const read = async (): Promise<Monitor> => {
      const reply: { monitor: Monitor } = await (await owner.call("GET", `/render/monitors/${monitor.id}`)).json();
      return reply.monitor;
    };
    await until(async () => (await read()).baselineRunId !== null);
    site.show("/tall", tallPage("After"));
    await until(async () => (await owner.call("POST", `/render/monitors/${monitor.id}/run`, {})).status === 202);
    const runId = await until(async () => (await read()).incident?.runId);

    const { page } = await openAs(owner);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await page.goto(new URL(`/console/monitors/${monitor.id}/runs/${runId}`, page.url()).href);
    const pane = await page.locator("figure").waitHandle();
    const box = await pane.boundingBox();
    if (box === null) throw new Error("the pane is not drawn");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // Both slices are drawn, and their boundary is in the pane.
    const boundary = await until(async () => {
      const slices = await pane.$$eval("img", (images) =>
        images.map(({ naturalWidth, parentElement }) => ({
          isDrawn: naturalWidth > 0,
          top: parentElement?.getBoundingClientRect().top ?? 0,
        })),
      );
      const [, second] = slices.toSorted((one, other) => one.top - other.top);
      const isAbove = second !== undefined && second.top <= box.y;
      const isBelow = second === undefined || second.top >= box.y + box.height * 0.8;
      if (isAbove || isBelow) await page.mouse.wheel({ deltaY: isAbove ? -200 : 200 });
      return !isAbove && !isBelow && slices.every(({ isDrawn }) => isDrawn) && second.top;
    });
    const clip = { x: box.x + box.width / 2, y: boundary - 20, width: 20, height: 40 };
    const { channels } = await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .stats();
    expect(channels.map(({ min }) => min)).to.deep.equal([255, 255, 255]);
  });
});

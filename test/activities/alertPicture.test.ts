import { randomBytes } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { alertPicture } from "#activities/notify/alert/alertPicture.ts";
import { type ObjectStore, openObjectStore } from "#data/objects.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { createLogger } from "#telemetry/logger.ts";
import { servers } from "../support/servers.ts";

/** Size of a drawing, its focus, and the first row of the largest region in the capture. */
type Drawing = { width: number; height: number; focusRow?: number; y?: number };

describe("the picture of an alert's mail", function () {
  this.timeout(60_000);
  let objects: ObjectStore;
  const logger = createLogger({ name: "test", level: "silent" });
  before(async () => {
    objects = openObjectStore({ ...(await servers()).info.s3, region: "us-east-1" });
    await objects.ensureBucket();
  });
  after(() => objects.close());

  /** A run with a drawing of these bytes and this recorded size. Its largest change is a line at `y`. */
  const runWith = async (bytes: Buffer, { y = 0, ...drawing }: Drawing) => {
    const _id = uuidv7();
    const key = `runs/${_id}/visualization.png`;
    await objects.put(key, bytes, "image/png");
    const regions = [{ x: 0, y, width: drawing.width, height: 20, differenceRatio: 1, status: "changed" }];
    return { _id, visualization: { key, ...drawing }, findings: { regions } } as unknown as RunRecord;
  };
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();

  it("stays within its size limit for any page, and is drawn once", async () => {
    const size = { width: 1280, height: 1500 };
    const run = await runWith(await noise(size.width, size.height), size);
    const picture = await alertPicture({ objects, logger }, run);
    expect(picture).to.include({ width: 544, caption: "The whole capture." });
    expect(picture?.attachment.bytes.byteLength).to.be.at.most(300_000);
    await objects.removePrefix(`runs/${run._id}/visualization`);
    const again = await alertPicture({ objects, logger }, run);
    expect(again?.attachment.bytes.equals(picture?.attachment.bytes ?? Buffer.alloc(0))).to.equal(true);
  });

  it("shows the changed part of a long page, and small pictures whole", async () => {
    const background = { width: 1280, height: 16_000, channels: 3 as const, background: "#fff" };
    const line = { create: { width: 1280, height: 20, channels: 3 as const, background: "#f00" } };
    const page = sharp({ create: background }).composite([{ input: line, top: 15_900, left: 0 }]);
    const run = await runWith(await page.png().toBuffer(), { width: 1280, height: 16_000, y: 15_900 });
    const picture = await alertPicture({ objects, logger }, run);
    expect(picture?.caption).to.equal("The part of the page from 14,400 to 16,000 of 16,000 pixels.");
    const { data, info } = await sharp(picture?.attachment.bytes).raw().toBuffer({ resolveWithObject: true });
    const row = Math.round(((15_910 - 14_400) / 1_600) * info.height);
    const [red = 0, green = 255] = data.subarray(row * info.width * 3);
    expect([red > 240, green < 60]).to.deep.equal([true, true]);
    // The drawing also has 10,000 rows that only the baseline has, so the change is lower than in the capture.
    const moved = { width: 1280, height: 16_000, focusRow: 15_910, y: 5_900 };
    expect(
      (await alertPicture({ objects, logger }, await runWith(await page.png().toBuffer(), moved)))?.caption,
    ).to.equal("The part of the page from 14,400 to 16,000 of 16,000 pixels.");
    const small = await runWith(await noise(320, 200), { width: 320, height: 200 });
    expect(await alertPicture({ objects, logger }, small)).to.include({
      width: 320,
      height: 200,
      caption: "The whole capture.",
    });
  });

  it("is left out when the capture is unreadable or deleted", async () => {
    const broken = await runWith(Buffer.from("no picture"), { width: 100, height: 100 });
    expect(await alertPicture({ objects, logger }, broken)).to.equal(null);
    await objects.removePrefix(`runs/${broken._id}/`);
    expect(await alertPicture({ objects, logger }, broken)).to.equal(null);
    expect(await alertPicture({ objects, logger }, { _id: uuidv7() } as RunRecord)).to.equal(null);
  });
});

import { expect } from "chai";
import sharp from "sharp";
import { endedDiff, findingsOf, submitDiff } from "../support/diffs.ts";
import { monitorsOf } from "../support/monitors.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

const block = (color: string, height: number) => `<div style="height:${height}px;background:${color}"></div>`;
const pageOf = (...blocks: string[]) => `<!doctype html><style>body{margin:0}</style>${blocks.join("")}`;
const [top, band, bottom] = [block("#fc6", 300), block("#036", 50), block("#6cf", 400)];
const aligned = [
  { before: 0, after: 0, height: 300 },
  { before: null, after: 300, height: 50 },
  { before: 300, after: 350, height: 400 },
];

/** Rows of a mask that are white from side to side, and pixels that are white at all. */
async function readMask(url: string) {
  const { data, info } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const whiteIn = (row: number) =>
    data.subarray(row * info.width, (row + 1) * info.width).filter((level) => level > 127).length;
  const perRow = Array.from({ length: info.height }, (_, row) => whiteIn(row));
  return { width: info.width, height: info.height, perRow };
}

describe("a band that was inserted into a page", function () {
  this.timeout(90_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const caller = useCaller(pipeline);
  const rows = (count: number, value: number) => Array.from({ length: count }, () => value);
  before(() => site.release());

  it("is one added block of a run, which its mask shows in white, and the same between any two runs", async () => {
    site.page = pageOf(top, bottom);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/secret-path`);
    const capture = { width: 320, height: 240, fullPage: true };
    const { id } = await monitors.create({ capture, baselineMode: "fixed" });
    const first = await monitors.based(id);
    site.page = pageOf(top, band, bottom);
    const run = await monitors.runNow(id);
    expect(run.result).to.deep.include({ changedPixels: 320 * 50, alignment: aligned });
    const mask = await readMask(run.result?.mask?.url ?? "");
    expect([mask.width, mask.height]).to.deep.equal([320, 750]);
    expect(mask.perRow).to.deep.equal([...rows(300, 0), ...rows(50, 320), ...rows(400, 0)]);

    const pair = await endedDiff(
      caller,
      await submitDiff(caller, { before: { runId: first }, after: { runId: run.id } }),
    );
    expect(pair).to.deep.include({
      before: { runId: first, monitorId: id },
      after: { runId: run.id, monitorId: id },
      credits: { charged: 1, refunded: 0, net: 1 },
    });
    expect(pair.result).to.deep.include({ changedPixels: 320 * 50, alignment: aligned });
    const shown = await fetch(pair.result?.after.url ?? "");
    expect([shown.status, shown.headers.get("content-type")]).to.deep.equal([200, pair.result?.after.contentType]);
    const backwards = await findingsOf(caller, { before: { runId: run.id }, after: { runId: first } });
    expect(backwards.alignment?.[1]).to.deep.equal({ before: 300, after: null, height: 50 });
    const jobs = await (await caller.call("GET", "/jobs?kind=diff")).text();
    expect(`${jobs}${JSON.stringify(pair)}`).not.to.include("secret-path");
  });
});

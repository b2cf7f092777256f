import { createHash } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import { workflowIds } from "#orders/messages.ts";
import { at as valueAt, textAt } from "../api/support/fields.ts";
import { endedDiff, findingsOf, submitDiff } from "../support/diffs.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const block = (color: string, height: number) => `<div style="height:${height}px;background:${color}"></div>`;
const pageOf = (...blocks: string[]) => `<!doctype html><style>body{margin:0}</style>${blocks.join("")}`;
const banner = block("#036", 50);
const rest = block("#fc6", 700) + block("#6cf", 200);

describe("renderJob that compares", function () {
  this.timeout(60_000);
  const at = (path: string) => site.url(path, "127.0.0.1");

  const site = useResource(openTargetSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`, receiver.host] });
  const caller = useCaller(pipeline);
  before(async () => {
    site.page("/old", pageOf(rest));
    site.page("/new", pageOf(banner, rest));
    site.page(
      "/marked",
      pageOf(
        block("#fc6", 700),
        `<div style="height:200px;background:#6cf"><p style="margin:0;width:64px;height:32px;background:#c00"></p></div>`,
      ),
    );
    const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#c00" } })
      .png()
      .toBuffer();
    const wider = await sharp(red).resize(301, 200).png().toBuffer();
    serve("/red.png", red);
    serve("/red.webp", await sharp(red).webp({ lossless: true }).toBuffer());
    serve("/wider.png", wider);
    serve("/big.png", Buffer.concat([red, Buffer.alloc(20_000_000)]));
    serve("/text.png", Buffer.from("This is no picture."));
    redirect("/moved.png", "/red.png");
    redirect("/away.png", "http://127.0.0.1:1/");
    redirect("/round.png", "/round.png");
  });

  function serve(path: string, bytes: Buffer): void {
    site.route(path, (_request, response) => response.setHeader("content-type", "image/png").end(bytes));
  }
  function redirect(path: string, to: string): void {
    site.route(path, (_request, response) => response.writeHead(302, { location: to }).end());
  }
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  it("captures two whole pages and reports its inputs", async () => {
    const id = await submitDiff(caller, { before: { url: at("/old") }, after: { url: at("/new") } });
    const { result, ...diff } = await endedDiff(caller, id);
    expect(diff).to.deep.include({
      status: "completed",
      before: { url: at("/old") },
      after: { url: at("/new") },
      mode: "perceptual",
      visualization: "overlay",
      threshold: 0,
      credits: { charged: 1, refunded: 0, net: 1 },
    });
    expect(result).to.deep.include({
      changed: true,
      changedPixels: 1280 * 50,
      comparedPixels: 1280 * 950,
      differenceRatio: 50 / 950,
      regions: [{ x: 0, y: 0, width: 1280, height: 50, differenceRatio: 1, status: "added" }],
      regionsTruncated: false,
      alignment: [
        { before: null, after: 0, height: 50 },
        { before: 0, after: 50, height: 900 },
      ],
    });
    expect([result?.before.height, result?.after.height]).to.deep.equal([900, 950]);
    expect(result?.after.page?.statusCode).to.equal(200);
    for (const picture of [result?.before, result?.after, result?.visualization]) {
      const bytes = await bytesOf(picture?.url ?? "");
      expect(createHash("sha256").update(bytes).digest("hex")).to.equal(picture?.sha256);
      const { width, height, format } = await sharp(bytes).metadata();
      expect([width, height, `image/${format}`]).to.deep.equal([picture?.width, picture?.height, picture?.contentType]);
    }
    const job = await caller.ended(id);
    expect([job.kind, job.diff?.changedPixels, job.result]).to.deep.equal(["diff", 1280 * 50, undefined]);
  });

  it("compares stored screenshots of jobs and files of any encoding", async () => {
    const options = { width: 300, height: 200, format: "jpg", screenshot: true };
    site.page("/plain", pageOf(block("#c00", 200)));
    const { id: jobId } = await caller.render({ url: at("/plain"), ...options });
    const result = await findingsOf(caller, { before: { jobId }, after: { imageUrl: at("/moved.png") } });
    expect([result.changed, result.differenceRatio, result.visualization]).to.deep.equal([false, 0, null]);
    expect(result.before.url).to.include(`/jobs/${jobId}/outputs/screenshot`);
    expect(result.after.contentType).to.equal("image/png");
    const files = { before: { imageUrl: at("/red.webp") }, after: { imageUrl: at("/red.png") } };
    expect((await findingsOf(caller, { ...files, mode: "pixel" })).changedPixels).to.equal(0);
  });

  it("ignores the given regions, and reports a difference below the threshold as unchanged", async () => {
    const pages = { before: { url: at("/old") }, after: { url: at("/marked") }, visualization: "none" };
    const region = { x: 0, y: 700, width: 64, height: 32 };
    const below = await findingsOf(caller, { ...pages, threshold: 0.01 });
    expect([below.changed, below.changedPixels]).to.deep.equal([false, 64 * 32]);
    expect(below.regions).to.deep.equal([{ ...region, differenceRatio: 1, status: "changed" }]);
    const ignored = await findingsOf(caller, { ...pages, ignoreRegions: [region] });
    expect([ignored.changed, ignored.comparedPixels]).to.deep.equal([false, 1280 * 900 - 64 * 32]);
  });

  it("captures with the options of `capture`, and keeps its secrets sealed", async () => {
    site.page("/asked", pageOf(block("#036", 100)));
    const source = { url: at("/asked") };
    const capture = { width: 400, height: 300, fullPage: false, cookies: [{ name: "sid", value: "canary-cookie" }] };
    const id = await submitDiff(caller, { before: source, after: source, capture });
    const { result } = await endedDiff(caller, id);
    expect([result?.after.width, result?.after.height]).to.deep.equal([400, 300]);
    expect(site.received("/asked").map(({ headers }) => headers.cookie)).to.deep.equal([
      "sid=canary-cookie",
      "sid=canary-cookie",
    ]);
    const history = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id)).fetchHistory();
    const record = await pipeline.database.jobs.findOne({ _id: id });
    expect(JSON.stringify([history, record])).to.not.include("canary");
  });

  const failures: [name: string, after: string, code: string, says: string][] = [
    ["pictures of two widths", "/wider.png", "dimensions_differ", "300 pixels wide, the one after 301"],
    ["a picture that is not there", "/nothing.png", "picture_unavailable", "after.imageUrl, which answered 404"],
    ["a file that is no picture", "/text.png", "picture_invalid", "after.imageUrl"],
    ["a file that is too large", "/big.png", "picture_invalid", "larger than 20 MB"],
    ["a redirect to where nothing may go", "/away.png", "target_forbidden", "after.imageUrl"],
    ["redirects without end", "/round.png", "too_many_redirects", "after.imageUrl"],
  ];
  for (const [name, path, code, says] of failures) {
    it(`fails for ${name}, and refunds the credit`, async () => {
      const pictures = { before: { imageUrl: at("/red.png") }, after: { imageUrl: at(path) } };
      const diff = await endedDiff(caller, await submitDiff(caller, pictures));
      expect([diff.status, diff.error?.code]).to.deep.equal(["failed", code]);
      expect(diff.error?.message).to.include(says);
      expect(diff.error?.message).to.not.include("127.0.0.1");
      expect(diff.credits).to.deep.equal({ charged: 1, refunded: 1, net: 0 });
      expect(diff.startedAt, "work was done").to.be.a("string");
    });
  }

  it("stops when it is cancelled, and cancels the other capture", async () => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    site.route("/stuck", (request) => {
      request.on("close", closed.resolve);
      asked.resolve();
    });
    const id = await submitDiff(caller, { before: { url: at("/old") }, after: { url: at("/stuck") } });
    await asked.promise;
    const reply = await caller.call("DELETE", `/jobs/${id}`);
    expect(reply.status).to.equal(200);
    const diff = await endedDiff(caller, id);
    expect([diff.status, diff.credits.net]).to.deep.equal(["cancelled", 0]);
    await closed.promise;
  });

  it("cancels a capture when the other picture is unavailable", async () => {
    const closed = Promise.withResolvers<void>();
    site.route("/waiting", (request) => void request.on("close", closed.resolve));
    const sources = { before: { url: at("/waiting") }, after: { imageUrl: at("/text.png") } };
    const diff = await endedDiff(caller, await submitDiff(caller, { ...sources, capture: { timeout: 60 } }));
    expect(diff.error?.code).to.equal("picture_invalid");
    await closed.promise;
  });

  it("delivers its result to a webhook", async () => {
    const pages = { before: { url: at("/old") }, after: { url: at("/new") }, webhookUrl: `${receiver.url}/diff` };
    const id = await submitDiff(caller, pages);
    const { body } = await until(async () => receiver.received.find(({ path }) => path === "/diff") ?? null);
    const event: unknown = JSON.parse(body);
    expect(["type", "data.jobId", "data.kind"].map((path) => valueAt(event, path))).to.deep.equal([
      "job.completed",
      id,
      "diff",
    ]);
    expect(valueAt(event, "data.result")).to.deep.include({ changed: true, changedPixels: 1280 * 50, regionCount: 1 });
    const url = textAt(event, "data.result.visualization.url");
    expect((await sharp(await bytesOf(url)).metadata()).height).to.equal(950);
  });
});

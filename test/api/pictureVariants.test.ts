import { createHash } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beginRun, settleRun } from "#activities/projections/runs.ts";
import { removeExpired } from "#activities/reconcile/expired.ts";
import type { RunPicture } from "#schemas/monitor/run.ts";
import { problems, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

type Size = { width: number; height: number };
const size: Size = { width: 1280, height: 5_000 };

/** A PNG in which every row differs, so that a wrong slice shows. */
async function pictureOf({ width, height }: Size): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const line = raw.subarray(row * width * 3, (row + 1) * width * 3);
    line.fill(row % 251);
    line.writeUInt16BE(row, 0);
  }
  return sharp(raw, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const pixelsOf = (bytes: Buffer) => sharp(bytes, { limitInputPixels: false }).removeAlpha().raw().toBuffer();
const factsOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
};

/** An API with a picture to vary. */
function usePicture() {
  const { api, account } = useApi();
  let original: Buffer;
  before(async () => {
    original = await pictureOf(size);
  });
  /** A completed render with a picture and an extract. */
  const rendered = async (bytes: Buffer, { width, height }: Size = size) => {
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    const id = textAt(json, "id");
    await completeJob(api.ports, id, {
      screenshot: { contentType: "image/png", bytes },
      markdown: { contentType: "text/markdown", bytes: Buffer.from("# Example") },
    });
    const facts = { width, height, format: "png" };
    const set = Object.entries(facts).map(([name, value]) => [`result.outputs.0.${name}`, value]);
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: Object.fromEntries(set) });
    const get = (query: string, headers: Record<string, string> = {}) =>
      account.client.call("GET", `/jobs/${id}/outputs/screenshot?${query}`, { headers });
    return { id, get, key: `jobs/${id}/screenshot` };
  };
  return {
    api,
    account,
    get original() {
      return original;
    },
    rendered,
  };
}

describe("variants of pictures", function () {
  this.timeout(60_000);
  const pictures = usePicture();
  const { api, account, rendered } = pictures;

  it("are scaled to a width, and never up", async () => {
    const { get } = await rendered(pictures.original);
    expect(await factsOf((await get("width=320")).bytes)).to.deep.equal([320, 1_250, "png"]);
    expect(await factsOf((await get("width=1")).bytes)).to.deep.equal([1, 4, "png"]);
    expect(await factsOf((await get("width=333")).bytes)).to.deep.equal([333, 1_301, "png"]);
    expect(await factsOf((await get("width=4096")).bytes)).to.deep.equal([1_280, 5_000, "png"]);
  });

  it("fit into a box: whole, cut or with white around, and are not kept in the bucket", async () => {
    const { get, key } = await rendered(pictures.original);
    expect(await factsOf((await get("height=500")).bytes)).to.deep.equal([128, 500, "png"]);
    expect(await factsOf((await get("width=320&height=200&fit=cover&as=jpg")).bytes)).to.deep.equal([320, 200, "jpeg"]);
    const cut = await pixelsOf((await get("width=1280&height=100&fit=cover&position=bottom")).bytes);
    const whole = await pixelsOf(pictures.original);
    expect(cut.equals(whole.subarray(whole.length - cut.length))).to.equal(true);
    const padded = (await get("width=200&height=200&fit=pad")).bytes;
    expect(await factsOf(padded)).to.deep.equal([200, 200, "png"]);
    expect((await pixelsOf(padded)).subarray(0, 3)).to.deep.equal(Buffer.from([255, 255, 255]));
    expect(await api.ports.objects.get(`${key}.w1280-t4900-r100.png`)).to.equal(null);
    const wrong: [query: string, field: string][] = [
      ["fit=cover", "fit"],
      ["width=10&fit=pad", "fit"],
      ["width=10&height=10&position=top", "position"],
      ["width=10&height=10&fit=contain&position=top", "position"],
      ["height=10&slice=0", "height"],
      ["height=0", "height"],
      ["height=4097", "height"],
      ["width=10&height=10&fit=stretch", "fit"],
    ];
    for (const [query, field] of wrong) {
      const { status, json } = await get(query);
      expect([status, textAt(json, "fields.0.field")], query).to.deep.equal([400, field]);
    }
  });

  it("have another format, also together with a width and a slice", async () => {
    const { get } = await rendered(pictures.original);
    for (const [as, contentType] of [
      ["webp", "image/webp"],
      ["avif", "image/avif"],
      ["jpg", "image/jpeg"],
      ["png", "image/png"],
    ] as const) {
      const { headers, bytes } = await get(`width=640&slice=1&as=${as}`);
      expect(headers.get("Content-Type")).to.equal(contentType);
      expect(headers.get("Cache-Control")).to.equal("private, max-age=300");
      expect(headers.get("Content-Disposition")).to.include(`screenshot.${as}`);
      expect((await factsOf(bytes)).slice(0, 2)).to.deep.equal([640, 452]);
    }
  });

  it("are slices that together are the picture, pixel by pixel, up to 60,000 rows", async () => {
    const tall = { width: 120, height: 60_000 };
    const picture = await pictureOf(tall);
    const { get } = await rendered(picture, tall);
    const slices: Buffer[] = [];
    for (let slice = 0; slice < 30; slice += 1) slices.push(await pixelsOf((await get(`slice=${slice}`)).bytes));
    expect(Buffer.concat(slices).equals(await pixelsOf(picture))).to.equal(true);
    expect((await get("slice=30")).status).to.equal(404);
    expect(await factsOf((await get("as=webp&slice=29")).bytes)).to.deep.equal([120, 608, "webp"]);
  });

  describe("of runs", () => {
    const storePicture = async (runId: string, name: string): Promise<RunPicture> => {
      const sha256 = createHash("sha256").update(pictures.original).digest("hex");
      const key = `runs/${runId}/${name}-${sha256.slice(0, 16)}.png`;
      await api.ports.objects.put(key, pictures.original, "image/png");
      return { key, contentType: "image/png", bytes: pictures.original.length, sha256, ...size, format: "png" };
    };
    const completedRun = async () => {
      const { database } = api.ports;
      const monitorId = await monitorRequests(account).created();
      const run = { runId: uuidv7(), monitorId, baselineRunId: null, captureRev: 1 };
      const version = Date.now() * 1_000;
      await beginRun(database, { ...run, manual: false, version });
      const picture = await storePicture(run.runId, "capture");
      const page = { statusCode: 200, title: "", contentType: "text/html" };
      const capture = { lossless: picture, screenshot: picture, regionsKey: null, page };
      const end = { status: "completed", capture, findings: null, visualization: null } as const;
      await settleRun(database, { ...run, end, version: version + 1 });
      // The baseline of a monitor outlives its retention time.
      await database.monitors.updateOne({ _id: monitorId }, { $set: { "state.baselineRunId": null } });
      return { ...run, key: picture.key, path: `/render/monitors/${monitorId}/runs/${run.runId}` };
    };

    it("come by key and by signed address, and are removed with the run", async () => {
      const { objects, database } = api.ports;
      const { runId, key, path } = await completedRun();
      const byKey = await account.client.call("GET", `${path}/outputs/screenshot?width=480&as=webp`);
      expect(await factsOf(byKey.bytes)).to.deep.equal([480, 1_875, "webp"]);
      const { json } = await account.client.call("GET", path);
      const signed = textAt(json, "run.result.screenshot.url").replace("http://api.test", "");
      const bySignature = await api.anyone.call("GET", `${signed}&width=480&as=webp`);
      expect(bySignature.bytes.equals(byKey.bytes)).to.equal(true);
      expect((await api.anyone.call("GET", `${signed}&slice=3`)).status).to.equal(404);
      expect((await account.client.call("GET", `${path}/outputs/screenshot?colour=red`)).status).to.equal(400);
      const stored = `${key}.w480-t0-r1875.webp`;
      expect((await objects.get(stored))?.equals(byKey.bytes)).to.equal(true);
      await database.runs.updateOne({ _id: runId }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
      await removeExpired({ database, objects }, new Date());
      expect([await objects.get(key), await objects.get(stored)]).to.deep.equal([null, null]);
    });
  });
});

describe("variants of pictures: keeping them", function () {
  this.timeout(60_000);
  const pictures = usePicture();
  const { api, account, rendered } = pictures;

  it("are made once, and removed with the picture", async () => {
    const { id, get, key } = await rendered(pictures.original);
    const { objects, database } = api.ports;
    const stored = `${key}.w480-t0-r1875.webp`;
    const { bytes } = await get("width=480&as=webp&slice=0");
    expect((await objects.get(stored))?.equals(bytes)).to.equal(true);
    // Bytes that only the bucket has show that they come from there.
    await objects.put(stored, Buffer.from("kept"), "image/webp");
    expect((await get("width=480&as=webp")).bytes.toString()).to.equal("kept");
    await database.jobs.updateOne({ _id: id }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
    // Nothing else of the ports is used here.
    await removeExpired({ database, objects }, new Date());
    expect([await objects.get(key), await objects.get(stored)]).to.deep.equal([null, null]);
  });

  it("are not kept for a picture that is about to be removed", async () => {
    const { id, get, key } = await rendered(pictures.original);
    const expiresAt = new Date(Date.now() + 300_000);
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: { expiresAt } });
    expect(await factsOf((await get("width=160")).bytes)).to.deep.equal([160, 625, "png"]);
    expect(await api.ports.objects.get(`${key}.w160-t0-r625.png`)).to.equal(null);
  });

  it("of other widths are made for each request, and not kept", async () => {
    const { get, key } = await rendered(pictures.original);
    const { objects } = api.ports;
    const made = await get("width=333&as=webp");
    expect(await factsOf(made.bytes)).to.deep.equal([333, 1_301, "webp"]);
    expect(await objects.get(`${key}.w333-t0-r1301.webp`)).to.equal(null);
    const tag = made.headers.get("ETag") ?? "";
    expect((await get("width=333&as=webp", { "If-None-Match": tag })).status).to.equal(304);
    // Without the original there is nothing to make it from.
    await objects.removePrefix(key);
    expect((await get("width=333&as=webp")).status).to.equal(404);
  });

  it("have their own ETag, and a client that has them gets 304 without a new one", async () => {
    const { get, key } = await rendered(pictures.original);
    const tag = (await get("width=320")).headers.get("ETag") ?? "";
    const stored = `${key}.w320-t0-r1250.png`;
    await api.ports.objects.removePrefix(stored);
    expect((await get("width=320", { "If-None-Match": tag })).status).to.equal(304);
    expect(await api.ports.objects.get(stored)).to.equal(null);
    for (const query of ["width=480", "width=320&as=jpg", "width=320&slice=0&as=webp", ""])
      expect((await get(query, { "If-None-Match": tag })).status, query).to.equal(200);
  });

  it("come by signed address, too, and not by an altered one", async () => {
    const { id } = await rendered(pictures.original);
    const { json } = await account.client.call("GET", `/status/${id}`);
    const signed = textAt(json, "job.result.screenshot.url").replace("http://api.test", "");
    const reply = await api.anyone.call("GET", `${signed}&width=160&as=webp`);
    expect([reply.status, await factsOf(reply.bytes)]).to.deep.equal([200, [160, 625, "webp"]]);
    const altered = signed.replace(/expires=\d/, "expires=9");
    expect((await api.anyone.call("GET", `${altered}&width=160`)).status).to.equal(404);
  });
});

describe("variants of pictures: refusals", function () {
  this.timeout(60_000);
  const pictures = usePicture();
  const { api, account, rendered } = pictures;

  it("are refused by field and remedy", async () => {
    const { id, get } = await rendered(pictures.original);
    const refusals: [query: string, field: string, says: RegExp][] = [
      ["width=0", "width", /at least 1/],
      ["width=4097", "width", /at most 4096/],
      ["width=33.5", "width", /integer|whole/],
      ["as=gif", "as", /webp/],
      ["slice=-1", "slice", /at least 0/],
      ["colour=red", "colour", /known field/],
    ];
    for (const [query, field, says] of refusals) {
      const { status, json } = await get(query);
      expect([status, Object.keys(problems(json))], query).to.deep.equal([400, [field]]);
      expect(problems(json)[field]).to.match(says);
    }
    const text = await account.client.call("GET", `/jobs/${id}/outputs/markdown?width=160&slice=0`);
    expect([text.status, Object.keys(problems(text.json))]).to.deep.equal([400, ["width", "slice"]]);
  });

  it("are refused if the format cannot hold them, with the remedy slice", async () => {
    // The size is read from the record, so the picture itself may be small.
    const { get } = await rendered(pictures.original, { width: 1_440, height: 60_000 });
    for (const query of ["as=webp", "as=avif", "as=avif&width=960"]) {
      const { status, json } = await get(query);
      expect(status, query).to.equal(400);
      expect(problems(json)["as"]).to.match(/add slice or a smaller width, or use png/);
    }
    const { get: getWide } = await rendered(pictures.original, { width: 11_520, height: 3_000 });
    expect(problems((await getWide("as=avif&slice=0")).json)["as"]).to.match(/8 million/);
    expect(problems((await getWide("as=webp")).json)["as"]).to.match(/11520 × 3000/);
  });

  it("are those of a file from elsewhere only as it is", async () => {
    const { id } = await rendered(pictures.original);
    await api.ports.database.jobs.updateOne(
      { _id: id },
      { $set: { "result.outputs.0.name": "before" }, $unset: { "result.outputs.0.format": "" } },
    );
    const { client } = account;
    const { status, json } = await client.call("GET", `/jobs/${id}/outputs/before?as=webp`);
    expect([status, problems(json)["as"]]).to.deep.equal([
      400,
      "is only for pictures that the service made itself; leave it out",
    ]);
    expect((await client.call("GET", `/jobs/${id}/outputs/before`)).status).to.equal(200);
  });
});

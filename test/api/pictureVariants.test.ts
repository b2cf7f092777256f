import { expect } from "chai";
import sharp from "sharp";
import { at, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const width = 1280;
const height = 5000;

/** A picture in which every row differs, so that a wrong slice shows. */
async function tallPicture(): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const line = raw.subarray(row * width * 3, (row + 1) * width * 3);
    line.fill(row % 251);
    line.writeUInt16BE(row, 0);
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

describe("smaller forms of a picture", () => {
  const { api, account } = useApi();
  let [id, address] = ["", ""];
  let original: Buffer;

  before(async () => {
    original = await tallPicture();
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    id = textAt(json, "id");
    address = `/jobs/${id}/outputs/screenshot`;
    const text = Buffer.from("# Example");
    await completeJob(api.ports, id, {
      screenshot: { contentType: "image/png", bytes: original },
      markdown: { contentType: "text/markdown", bytes: text },
    });
    await api.ports.database.jobs.updateOne(
      { _id: id, "result.outputs.name": "screenshot" },
      { $set: { "result.outputs.0.height": height, "result.outputs.0.format": "png" } },
    );
  });

  const get = (query: string, headers: Record<string, string> = {}) =>
    account.client.call("GET", `${address}?${query}`, { headers });

  it("are scaled to a width, and never up", async () => {
    const small = await sharp((await get("width=320")).bytes).metadata();
    expect([small.width, small.height, small.format]).to.deep.equal([320, 1250, "png"]);
    const large = await sharp((await get("width=2560")).bytes).metadata();
    expect([large.width, large.height]).to.deep.equal([width, height]);
  });

  it("have another format", async () => {
    for (const [as, type] of [
      ["webp", "image/webp"],
      ["avif", "image/avif"],
      ["jpg", "image/jpeg"],
    ] as const) {
      const reply = await get(`width=160&as=${as}`);
      expect(reply.headers.get("Content-Type")).to.equal(type);
      expect((await sharp(reply.bytes).metadata()).width).to.equal(160);
      expect(reply.headers.get("Content-Disposition")).to.include(`screenshot.${as}`);
    }
  });

  it("are slices that together are the picture, pixel by pixel", async () => {
    const slices = [];
    for (const slice of [0, 1, 2])
      slices.push(
        await sharp((await get(`slice=${slice}`)).bytes)
          .removeAlpha()
          .raw()
          .toBuffer(),
      );
    const whole = await sharp(original).removeAlpha().raw().toBuffer();
    expect(Buffer.concat(slices).equals(whole)).to.equal(true);
    expect((await get("slice=3")).status).to.equal(404);
  });

  it("are made once, kept beside the picture, and removed with it", async () => {
    const [first, second] = [await get("width=480&as=webp&slice=0"), await get("width=480&as=webp&slice=0")];
    expect(first.bytes.equals(second.bytes)).to.equal(true);
    const record = await api.ports.database.jobs.findOne({ _id: id });
    const key = record?.result?.outputs[0]?.key ?? "";
    const stored = `${key}.w480-t0-r1875.webp`;
    expect((await api.ports.objects.get(stored))?.equals(first.bytes)).to.equal(true);
    expect(key.startsWith(`jobs/${id}/`)).to.equal(true);
  });

  it("have their own ETag", async () => {
    const { headers } = await get("width=320");
    const tag = headers.get("ETag") ?? "";
    expect((await get("width=320", { "If-None-Match": tag })).status).to.equal(304);
    expect((await get("width=480", { "If-None-Match": tag })).status).to.equal(200);
  });

  it("come by signed address, too", async () => {
    const { json } = await account.client.call("GET", `/status/${id}`);
    const signed = textAt(json, "job.result.screenshot.url").replace("http://api.test", "");
    expect((await api.anyone.call("GET", `${signed}&width=160&as=webp`)).status).to.equal(200);
  });

  it("are refused by field and remedy", async () => {
    const refusals: [query: string, field: string, message: string][] = [
      ["width=333", "width", "160"],
      ["as=gif", "as", "webp"],
      ["slice=-1", "slice", "0"],
      ["colour=red", "colour", "known field"],
    ];
    for (const [query, field, message] of refusals) {
      const { status, json } = await get(query);
      expect([status, at(json, "fields.0.field")], query).to.deep.equal([400, field]);
      expect(JSON.stringify(json)).to.include(message);
    }
    const { status, json } = await account.client.call("GET", `/jobs/${id}/outputs/markdown?width=160`);
    expect([status, at(json, "fields.0.field")]).to.deep.equal([400, "width"]);
  });
});

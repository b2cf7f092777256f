import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const bytes = Buffer.from("0123456789");

describe("POST /render with a recording", () => {
  const { api, account } = useApi();

  const submit = async (body: Record<string, unknown>) => {
    const reply = await account.client.call("POST", "/render", { body: { url, ...body } });
    await api.ports.background.settled();
    return reply;
  };
  const options = async (body: Record<string, unknown>): Promise<unknown> => {
    const { json } = await submit(body);
    const status = await account.client.call("GET", `/status/${textAt(json, "id")}`);
    return at(status.json, "job.options");
  };

  it("applies the defaults, and takes a picture beside it only if that was asked for", async () => {
    const recording = { seconds: 5, scroll: false, format: "mp4" };
    expect(await options({ recording: {} })).to.deep.include({ recording, screenshot: false });
    expect(await options({ recording: {}, screenshot: true })).to.deep.include({ recording, screenshot: true });
    const given = { seconds: 7.5, scroll: true, format: "gif" };
    expect(await options({ recording: given, fullPage: true })).to.deep.include({ recording: given, screenshot: true });
  });

  it("costs one credit, and one more for a picture", async () => {
    const charged = async (body: Record<string, unknown>) => (await submit(body)).headers.get("x-credits-charged");
    expect(await charged({ recording: {} })).to.equal("1");
    expect(await charged({ recording: {}, screenshot: true })).to.equal("2");
  });

  it("needs half of timeout at most, together with delay", async () => {
    const half = "must be at most half of timeout";
    const rows: [body: Record<string, unknown>, problem: string | null][] = [
      [{ timeout: 10, recording: {} }, null],
      [{ timeout: 10, recording: { seconds: 5.1 } }, `${half}, which is 10 seconds`],
      [{ recording: { seconds: 15 } }, null],
      [{ recording: { seconds: 16 } }, `${half}, which is 30 seconds`],
      [{ timeout: 60, recording: { seconds: 30 } }, null],
      [{ timeout: 59, recording: { seconds: 30 } }, `${half}, which is 59 seconds`],
      [{ delay: 10, recording: {} }, null],
      [{ delay: 10.5, recording: {} }, "must, with delay (10.5), be at most half of timeout, which is 30 seconds"],
    ];
    for (const [body, problem] of rows) {
      const { status, json } = await submit(body);
      const found = problems(json)["recording.seconds"];
      if (problem === null) expect(status, JSON.stringify(json)).to.equal(202);
      else expect([status, found], JSON.stringify(body)).to.satisfy(() => status === 400 && found?.startsWith(problem));
    }
  });

  it("is in presets, and in routes for several pages", async () => {
    const refused = await account.client.call("POST", "/presets", {
      body: { name: "long", options: { recording: { seconds: 20 } } },
    });
    expect(Object.keys(problems(refused.json))).to.deep.equal(["options.recording.seconds"]);
    const preset = { name: "motion", options: { recording: { seconds: 2 } } };
    expect((await account.client.call("POST", "/presets", { body: preset })).status).to.equal(201);
    expect(await options({ preset: "motion" })).to.deep.include({
      recording: { seconds: 2, scroll: false, format: "mp4" },
    });
    const more = { scheduleAt: new Date(Date.now() + 3_600_000).toISOString() };
    for (const [path, body] of [
      ["/render/smart-batch", { urls: [url] }],
      ["/render/scheduled", { url, ...more }],
      ["/render/schedule-recurring", { url, pattern: "0 * * * *" }],
      ["/crawl", { url }],
    ] as const) {
      const refusal = await account.client.call("POST", path, { body: { ...body, recording: { seconds: 31 } } });
      expect([refusal.status, Object.keys(problems(refusal.json))], path).to.deep.equal([400, ["recording.seconds"]]);
      const { status, json } = await account.client.call("POST", path, { body: { ...body, recording: {} } });
      expect(status, JSON.stringify(json)).to.be.within(200, 202);
    }
  });
});

describe("GET /jobs/{id}/outputs/recording", () => {
  const { api, account } = useApi();
  let path: string;
  let signed: string;

  before(async () => {
    const { json } = await account.client.call("POST", "/render", { body: { url, recording: { format: "webm" } } });
    const id = textAt(json, "id");
    await api.ports.background.settled();
    await completeJob(api.ports, id, { recording: { contentType: "video/webm", bytes } });
    path = `/jobs/${id}/outputs/recording`;
    const status = await account.client.call("GET", `/status/${id}`);
    expect(at(status.json, "job.result.recording")).to.include({ format: "webm", bytes: bytes.length });
    signed = textAt(status.json, "job.result.recording.url").replace("http://api.test", "");
  });

  it("sends all bytes by key and by signed address, as a video that runs nothing", async () => {
    for (const reply of [await account.client.call("GET", path), await api.anyone.call("GET", signed)]) {
      expect([reply.status, reply.bytes]).to.deep.equal([200, bytes]);
      expect(reply.headers.get("content-type")).to.equal("video/webm");
      expect(reply.headers.get("accept-ranges")).to.equal("bytes");
      expect(reply.headers.get("content-disposition")).to.match(/^inline; filename=".*-recording\.webm"$/);
      expect(reply.headers.get("content-security-policy")).to.equal("default-src 'none'; media-src 'self'");
    }
  });

  it("sends the part that a player asks for, and all bytes for other parts", async () => {
    const etag = (await api.anyone.call("GET", signed)).headers.get("etag") ?? "";
    const rows: [range: string, status: number, sent: string, more?: Record<string, string>][] = [
      ["bytes=0-", 206, "0123456789"],
      ["bytes=0-0", 206, "0"],
      ["bytes=3-5", 206, "345"],
      ["bytes=8-99", 206, "89"],
      ["bytes=-2", 206, "89"],
      ["bytes=-99", 206, "0123456789"],
      ["bytes=9-", 206, "9"],
      ["bytes=10-", 200, "0123456789"],
      ["bytes=5-3", 200, "0123456789"],
      ["bytes=-0", 200, "0123456789"],
      ["bytes=0-1,3-4", 200, "0123456789"],
      ["lines=0-1", 200, "0123456789"],
      ["bytes=3-5", 206, "345", { "If-Range": etag }],
      ["bytes=3-5", 200, "0123456789", { "If-Range": '"other"' }],
    ];
    for (const [range, status, sent, more = {}] of rows) {
      const reply = await api.anyone.call("GET", signed, { headers: { Range: range, ...more } });
      expect([reply.status, reply.bytes.toString()], range).to.deep.equal([status, sent]);
      const first = bytes.indexOf(sent);
      const place = status === 206 ? `bytes ${first}-${first + sent.length - 1}/10` : null;
      expect(reply.headers.get("content-range"), range).to.equal(place);
      expect(reply.headers.get("content-length"), range).to.equal(String(sent.length));
    }
  });

  it("is 404 for another account, and for another output's signature", async () => {
    const other = await api.account();
    expect((await other.client.call("GET", path)).status).to.equal(404);
    expect((await api.anyone.call("GET", signed.replace("/recording", "/screenshot"))).status).to.equal(404);
    expect((await api.anyone.call("GET", path)).status).to.equal(401);
  });

  it("has no variants", async () => {
    const { status, json } = await account.client.call("GET", `${path}?width=320&as=webp`);
    expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["width", "as"]]);
  });
});

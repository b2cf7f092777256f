import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import sharp from "sharp";
import { verifyWebhook } from "#clients/typescript/src/index.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: files of pictures, schedules, webhooks and keys", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  const cli = useCommandLine();
  let env: Record<string, string>;

  beforeEach(async () => {
    site.release();
    site.page = "<!doctype html><title>Lamps</title><h1>Lamps</h1>";
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });

  async function json(...args: string[]) {
    const { code, text, stderr } = await cli.run([...args, "--json"], { env });
    expect(code, stderr + text).to.equal(0);
    return JSON.parse(text);
  }

  describe("multi", () => {
    it("takes the pictures of a file, and later the missing ones alone", async () => {
      const entries = [
        `- url: ${site.url}/one\n  output: shots/one.png\n  width: 400`,
        `- url: ${site.url}/two\n  output: shots/two.jpg\n  height: 300`,
      ];
      await writeFile(path.join(cli.cwd, "shots.yaml"), entries.join("\n"));
      const first = await cli.run(["multi", "shots.yaml", "--width", "320", "--height", "200"], { env });
      expect([first.code, first.text], first.stderr).to.deep.equal([0, "shots/one.png\nshots/two.jpg\n"]);
      const sizes = await Promise.all(
        ["one.png", "two.jpg"].map(async (name) => {
          const { format, width, height } = await sharp(path.join(cli.cwd, "shots", name)).metadata();
          return [format, width, height];
        }),
      );
      expect(sizes).to.deep.equal([
        ["png", 400, 200],
        ["jpeg", 320, 300],
      ]);
      await writeFile(path.join(cli.cwd, "shots.yaml"), [...entries, `- url: ${site.url}/three`].join("\n"));
      const second = await cli.run(["multi", "shots.yaml"], { env });
      expect(second.text).to.match(/^\S+three\.jpg\n$/);
      expect(second.stderr).to.include("2 pictures exist and are kept.");
      expect((await json("usage")).credits.used).to.equal(3);
    });

    it("names the entry that is wrong, before it renders any", async () => {
      const wrong: [text: string, message: RegExp][] = [
        ["url: https://example.com", /must be a list/],
        ["- output: a.png", /Entry 1 of the file has no `url`/],
        [`- url: ${site.url}\n- url: ${site.url}\n  output: a.gif`, /Entry 2 .*\.png, \.jpg or \.jpeg/],
        [`- url: ${site.url}\n  output: a.png\n- url: ${site.url}\n  output: ./a.png`, /Two entries have the output a/],
        ["- [", /is no YAML/],
      ];
      for (const [input, message] of wrong) {
        const { code, stderr } = await cli.run(["multi", "-"], { env, input });
        expect(code, input).to.equal(2);
        expect(stderr).to.match(message);
      }
      const input = `- url: ${site.url}/one\n  widht: 400\n- url: ${site.url}/two\n  width: 1\n`;
      const { stderr } = await cli.run(["multi", "-"], { env, input });
      expect(stderr).to.match(/one\.jpg: The request has invalid fields\.\n {2}widht: .*did you mean width\?/);
      expect(stderr)
        .to.match(/ {2}width: must be at least/)
        .and.not.include("see `fields`");
      expect((await json("usage")).credits.used).to.equal(0);
    });
  });

  it("creates, pauses, resumes and cancels schedules", async () => {
    const page = `${site.url}/daily`;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const cron = ["--cron", "0 8 * * 1-5", "--cron-timezone", "Europe/Zurich", "--full-page"];
    const { id } = await json("schedule", "create", page, ...cron);
    const single = await json("schedule", "create", page, "--at", tomorrow);
    const created = await json("schedule", "get", id);
    expect(created).to.deep.include({ status: "active", cron: "0 8 * * 1-5", timezone: "Europe/Zurich" });
    expect(created.nextRuns).to.have.length(5);
    expect((await json("schedule", "pause", id)).status).to.equal("paused");
    expect((await json("schedule", "resume", id)).status).to.equal("active");
    expect((await json("schedule", "cancel", id)).status).to.equal("cancelled");
    const listed = await json("schedule", "list", "--status", "active");
    expect(listed.map((schedule: { id: string }) => schedule.id)).to.deep.equal([single.id]);
    for (const times of [[], ["--at", tomorrow, "--cron", "0 8 * * *"]]) {
      const { code, stderr } = await cli.run(["schedule", "create", page, ...times], { env });
      expect([code, stderr]).to.deep.equal([2, "watchframe: Give either --at or --cron.\n"]);
    }
  });

  it("forwards each new webhook to a local address, signed, and again when it is replayed", async () => {
    const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
    const listening = cli.start(["listen", "--forward", `${receiver.url}/local`], {
      ...env,
      WATCHFRAME_WEBHOOK_SECRET: secret,
    });
    const lines = createInterface(listening.stdout);
    const [first] = await once(lines, "line");
    expect(first).to.equal(`Secret of these webhooks: ${secret}`);
    const options = path.join(cli.cwd, "options.json");
    await writeFile(options, JSON.stringify({ webhookUrl: `${receiver.url}/public` }));
    const { id } = await json("render", `${site.url}/hook`, "--options", options);
    const local = () => receiver.received.filter((request) => request.path === "/local");
    await until(async () => local().length === 1);
    const [request] = local();
    if (request === undefined) throw new Error("No request.");
    const event = await verifyWebhook({ body: request.body, headers: request.headers, secret });
    expect(event).to.deep.include({ type: "job.completed" });
    expect(event.data).to.have.nested.property("jobId", id);
    const [delivery] = await json("deliveries", "list", "--channel", "webhook");
    expect((await cli.run(["deliveries", "get", delivery.id], { env })).text).to.include("job.completed");
    await until(async () => (await json("deliveries", "get", delivery.id)).status === "delivered");
    await json("deliveries", "replay", delivery.id);
    await until(async () => local().length === 2);
    listening.kill("SIGINT");
    const [code] = await once(listening, "close");
    expect(code).to.equal(130);
  });

  it("creates a key that is shown once, and revokes it", async () => {
    const created = await cli.run(["keys", "create", "CI", "--scopes", "render,read"], { env });
    expect(created.text).to.match(/^wf_live_\S+\n$/);
    const other = { ...env, WATCHFRAME_API_KEY: created.text.trim() };
    const current = JSON.parse((await cli.run(["keys", "current", "--json"], { env: other })).text);
    expect(current).to.deep.include({ name: "CI", scopes: ["render", "read"] });
    expect((await cli.run(["keys", "list"], { env })).text).to.include("CI");
    await json("keys", "revoke", current.id);
    await until(async () => (await cli.run(["keys", "current"], { env: other })).code === 3);
    const wrong = await cli.run(["keys", "create", "CI", "--scopes", "admin"], { env });
    expect([wrong.code, wrong.stderr]).to.deep.equal([2, wrong.stderr]);
    expect(wrong.stderr).to.include('"admin" is not one of these: render, monitor, read.');
  });

  it("says which service, plan and key commands use", async () => {
    const { text } = await cli.run(["whoami"], { env });
    expect(text)
      .to.match(/^plan +\w+$/m)
      .and.match(/^from +WATCHFRAME_API_KEY$/m)
      .and.match(/^scopes +.*render/m);
    expect(await json("whoami")).to.include({ url: env["WATCHFRAME_URL"], source: "WATCHFRAME_API_KEY" });
  });

  it("adds, lists and deletes readers of alerts", async () => {
    const { id } = await json("recipients", "add", "anna@example.org");
    const listed = await cli.run(["recipients", "list"], { env });
    expect(listed.text).to.include(id).and.not.include("anna@example.org");
    await json("recipients", "delete", id);
    expect(await json("recipients", "list")).to.deep.equal([]);
  });

  it("follows the account's changes, a JSON document a line", async () => {
    const following = cli.start(["events"], env);
    const lines = createInterface(following.stdout)[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await lines.next()).value));
    expect(await next()).to.deep.include({ type: "hello" });
    const id = (await cli.run(["shot", `${site.url}/seen`, "--no-wait"], { env })).text.trim();
    expect(await next()).to.deep.include({ type: "change" });
    expect(id).to.not.equal("");
    following.kill("SIGINT");
    await once(following, "close");
  });

  describe("feeds, signing-keys and link", () => {
    it("create a feed that needs no key, list it and end it", async () => {
      const { code, text } = await cli.run(["feeds", "create", "--tag", "prices"], { env });
      expect(code).to.equal(0);
      expect((await fetch(text.trim())).status).to.equal(200);
      const [feed] = await json("feeds", "list");
      expect(feed).to.include({ url: text.trim(), tag: "prices" });
      await json("feeds", "delete", feed.id);
      expect((await fetch(text.trim())).status).to.equal(404);
    });

    it("sign a link that shows the picture of a page", async () => {
      const { key, secret } = await json("signing-keys", "create", "website");
      const signing = { ...env, WATCHFRAME_SIGNING_KEY_ID: key.id, WATCHFRAME_SIGNING_SECRET: secret };
      const signed = await cli.run(["link", `${site.url}/linked`, "width=400", "height=300", "format=png"], {
        env: signing,
      });
      expect(signed.code, signed.stderr).to.equal(0);
      const picture = await fetch(signed.text.trim());
      const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect([picture.status, width, height]).to.deep.equal([200, 400, 300]);
      expect((await json("signing-keys", "list"))[0]).to.deep.equal(key);
      await json("signing-keys", "delete", key.id);
      expect((await fetch(signed.text.trim())).status).to.equal(400);
    });

    it("say what is missing", async () => {
      const unsigned = await cli.run(["link", "https://example.com"], { env });
      expect([unsigned.code, unsigned.stderr]).to.satisfy(
        ([code, said]: [number, string]) => code === 2 && said.includes("WATCHFRAME_SIGNING_SECRET"),
      );
      const signing = { ...env, WATCHFRAME_SIGNING_KEY_ID: "a", WATCHFRAME_SIGNING_SECRET: "b" };
      const valueless = await cli.run(["link", "https://example.com", "fullPage"], { env: signing });
      expect(valueless.stderr).to.include("Write name=value.");
    });
  });
});

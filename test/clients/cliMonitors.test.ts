import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { captureFlags } from "#clients/cli/src/generated/captureFlags.ts";
import { captureFields } from "#schemas/monitor/capture.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the monitors of the command line", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  const cli = useCommandLine();
  let env: Record<string, string>;

  before(async () => {
    site.release();
    site.page = "<!doctype html><title>Prices</title><h1>Lamps</h1>";
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });

  const json = async <Value = Monitor>(...args: string[]): Promise<Value> => {
    const { code, text, stderr } = await cli.run(["monitor", ...args, "--json"], { env });
    expect(code, stderr + text).to.equal(0);
    return JSON.parse(text);
  };
  const create = async (...args: string[]): Promise<Monitor> => {
    const words = ["monitor", "create", `${site.url}/prices`, "--width", "320", "--height", "240", "--json", ...args];
    const { code, text, stderr } = await cli.run(words, { env });
    expect(code, stderr).to.equal(0);
    return JSON.parse(text);
  };

  it("creates a monitor by flags and a file, and changes what is given alone", async () => {
    const secret = path.join(cli.cwd, "secret.txt");
    await writeFile(secret, "one two three four five\n");
    const flags =
      "--name Lamps --interval 30 --threshold 0.01 --tag shop --tag lamps --baseline fixed --mode pixel --no-email " +
      "--status paused --webhook https://example.org/hook";
    const created = await create(...flags.split(" "), "--webhook-secret-file", secret);
    expect(created).to.deep.include({
      name: "Lamps",
      intervalMinutes: 30,
      changeThreshold: 0.01,
      tags: ["shop", "lamps"],
      baselineMode: "fixed",
      status: "paused",
      alerts: {
        email: { account: false, recipientIds: [] },
        webhook: { configured: true, signed: true },
        channels: [],
        digest: "none",
        notifyRecovery: true,
        quietHours: null,
        targetIds: [],
      },
    });
    expect(created.capture).to.include({ width: 320, height: 240 });
    const changed = await json("update", created.id, "--interval", "45", "--tag", "light");
    expect(changed).to.deep.include({ name: "Lamps", intervalMinutes: 45, tags: ["light"], baselineMode: "fixed" });
    expect(await json("get", created.id)).to.deep.include({ intervalMinutes: 45 });
    expect(await json("update", "lamps", "--threshold", "5%")).to.deep.include({ changeThreshold: 0.05 });
    const shown = await cli.run(["monitor", "get", "Lamps"], { env });
    expect(shown.text)
      .to.match(/^capture .*width 320\b/m)
      .and.match(/height 240\b/)
      .and.not.match(/[{}[\]"]/);
    const none = await cli.run(["monitor", "get", "Lamp"], { env });
    expect(none).to.deep.include({
      code: 4,
      stderr: 'watchframe: No monitor has the id or the name "Lamp". See `watchframe monitor list`.\n',
    });
    const twin = await create("--name", "Lamps", "--status", "paused");
    expect((await cli.run(["monitor", "get", "Lamps"], { env })).stderr).to.match(/Several .* Use an id: .*, /);
    await json("delete", twin.id);
  });

  it("runs a monitor by cron with quiet hours, shows both, and goes back to an interval", async () => {
    const flags = ["--timezone", "Europe/Zurich", "--quiet-hours", "22:00-07:00", "--status", "paused"];
    const created = await create("--cron", "0 9 * * MON-FRI", ...flags);
    expect(created).to.include({ cron: "0 9 * * MON-FRI", timezone: "Europe/Zurich", intervalMinutes: 1_440 });
    expect(created.alerts.quietHours).to.deep.equal({ from: "22:00", to: "07:00" });
    const run = (...args: string[]) => cli.run(["monitor", ...args], { env });
    const shown = await run("get", created.id);
    expect(shown.text)
      .to.match(/0 9 \* \* MON-FRI \(Europe\/Zurich\)/)
      .and.match(/quiet hours +22:00-07:00 \(Europe\/Zurich\)/)
      .and.match(/digest +none\n/)
      .and.match(/also say when a change is over +no\n/);
    expect((await run("list")).text).to.include("0 9 * * MON-FRI (Europe/Zurich)");
    const changed = await json("update", created.id, "--interval", "45", "--quiet-hours", "none");
    expect(changed).to.include({ intervalMinutes: 45 }).and.not.have.any.keys("cron", "timezone");
    expect(changed.alerts.quietHours).to.equal(null);
    const both = await run("update", created.id, "--interval", "45", "--cron", "0 9 * * *");
    expect([both.code, both.stderr]).to.deep.equal([2, both.stderr]);
    expect(both.stderr).to.include("--interval");
    const wrong = await run("update", created.id, "--quiet-hours", "22-7");
    expect([wrong.code, wrong.stderr.includes("22:00-07:00")]).to.deep.equal([2, true]);
  });

  it("shows what a monitor inherits, and from where", async () => {
    const defaults = JSON.stringify({ capture: { theme: "dark" }, alerts: { digest: "daily" } });
    await cli.run(["api", "PATCH", "/monitor-defaults/inheriting", "-d", defaults], { env });
    const created = await create("--tag", "inheriting", "--status", "paused");
    const shown = await cli.run(["monitor", "get", created.id], { env });
    expect(shown.text).to.match(
      /^inherited +capture\.theme dark \(tag inheriting\), alerts\.digest daily \(tag inheriting\)$/m,
    );
  });

  it("reads values and alerts on conditions, both by JSON", async () => {
    const value = { name: "price", selector: "h1", as: "number" };
    const alertWhen = { any: [{ value: "price", is: "in", than: [50, 60] }] };
    const flags = ["--value", JSON.stringify(value), "--alert-when", JSON.stringify(alertWhen), "--status", "paused"];
    const created = await create(...flags);
    expect([created.capture.values, created.alertWhen]).to.deep.equal([[value], alertWhen]);
    const run = (...args: string[]) => cli.run(["monitor", ...args], { env });
    expect((await run("get", created.id)).text).to.match(/^alert on values +price in 50 60$/m);
    expect((await json("update", created.id, "--alert-when", "none")).alertWhen).to.equal(null);
    for (const text of ["price", "[]", "{"]) {
      const wrong = await run("update", created.id, "--alert-when", text);
      expect([wrong.code, wrong.stderr.includes("any or all")]).to.deep.equal([2, true]);
    }
  });

  it("gives a monitor channels by a file and a digest, and tests a channel", async () => {
    const file = path.join(cli.cwd, "alerts.json");
    await writeFile(file, JSON.stringify({ channels: [{ type: "slack", url: "https://example.org/services/x" }] }));
    const created = await create("--digest", "daily", "--recovery", "--no-email", "--alerts-file", file);
    expect(created.alerts).to.deep.include({ digest: "daily", notifyRecovery: true });
    const [channel] = created.alerts.channels;
    expect(channel).to.deep.include({ type: "slack", host: "example.org" });
    const sent = await json("test-channel", created.id, channel?.id ?? "");
    expect(sent).to.deep.include({ channel: "slack", type: "channel.test", channelId: channel?.id });
  });

  it("lists monitors as a table, as an array, and a line each", async () => {
    const { id } = await create("--name", "Tables", "--tag", "only-here", "--status", "paused");
    const table = await cli.run(["monitor", "list", "--tag", "only-here"], { env });
    const [headings = "", row = ""] = table.text.trimEnd().split("\n");
    expect(headings).to.match(/^ID +NAME +HOST +STATE/);
    expect(row).to.match(new RegExp(`^${id} +Tables +127.0.0.1`));
    expect(row.indexOf("Tables")).to.equal(headings.indexOf("NAME"));
    expect(row.slice(headings.indexOf("STATE"))).to.match(/^Paused /);
    expect(await json<Monitor[]>("list", "--tag", "only-here")).to.have.lengthOf(1);
    const lines = await cli.run(["monitor", "list", "--search", "Tables", "--jsonl"], { env });
    expect(
      lines.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).to.deep.equal([id]);
    expect(await json<Monitor[]>("list", "--limit", "1")).to.have.lengthOf(1);
  });

  it("ends a run with a change by exit code 10, shows it, and accepts it", async () => {
    const { id } = await create("--status", "paused", "--baseline", "fixed");
    const first = await cli.run(["monitor", "run", id, "--wait"], { env });
    expect([first.code, first.text]).to.deep.equal([0, first.text]);
    expect(first.text).to.match(/ baseline/);
    site.page = "<!doctype html><title>Prices</title><h1>Other lamps, at other prices</h1>";
    await until(async () => (await json("get", id)).baselineRunId);
    const second = await cli.run(["monitor", "run", id, "--wait", "--json"], { env });
    expect(second.code, second.stderr).to.equal(10);
    const run = JSON.parse(second.text);
    await until(async () => (await json("get", id)).incident?.runId === run.id);
    const picture = await cli.run(["monitor", "picture", id, run.id, "--picture", "visualization", "--json"], { env });
    const { file } = JSON.parse(picture.text);
    expect(await sharp(await readFile(path.join(cli.cwd, file))).metadata()).to.include({ width: 320 });
    expect((await json("acknowledge", id)).incident?.acknowledgedAt).to.be.a("string");
    expect((await cli.run(["monitor", "get", id], { env })).text).to.match(/^state +Paused, acknowledged$/m);
    const accepted = await cli.run(["monitor", "accept", id], { env });
    expect(accepted.code, accepted.stderr).to.equal(0);
    expect(await json<unknown[]>("incidents", id)).to.have.lengthOf(1);
    const baselines = await until(async () => {
      const listed = await json<{ runId: string; by: string }[]>("baselines", id);
      return listed[0]?.by === "owner" && listed;
    });
    expect(baselines[0]).to.include({ runId: run.id });
    const runs = await cli.run(["monitor", "runs", id], { env });
    expect(runs.text).to.include("changed");
  });

  it("says that a rolling baseline needs no acceptance", async () => {
    const { id } = await create("--status", "paused");
    const { code, stderr } = await cli.run(["monitor", "accept", id, id], { env });
    expect(code).to.equal(2);
    expect(stderr).to.include("nothing to accept").and.include("--baseline fixed");
  });

  it("pauses, mutes and deletes, and prints the address in the console", async () => {
    const { id } = await create();
    expect((await json("pause", id)).status).to.equal("paused");
    expect((await json("resume", id)).status).to.equal("active");
    expect((await cli.run(["monitor", "get", id], { env })).text).to.match(/^state +(?:First capture|OK)$/m);
    expect(Date.parse((await json("mute", id, "8h")).mutedUntil ?? "")).to.be.greaterThan(Date.now() + 7 * 3_600_000);
    expect((await json("mute", id, "off")).mutedUntil).to.equal(null);
    expect((await cli.run(["monitor", "mute", id, "later"], { env })).code).to.equal(2);
    const open = await cli.run(["monitor", "open", id], { env });
    expect(open.text.trim()).to.equal(`${pipeline.apiUrl}/console/monitors/${id}`);
    expect((await cli.run(["monitor", "accept", id], { env })).stderr).to.include("no open change");
    await json("delete", id);
    const gone = await cli.run(["monitor", "get", id], { env });
    expect([gone.code, gone.stderr]).to.deep.equal([4, gone.stderr]);
  });

  it("takes each option of a capture by a flag or a file, and has no flag without effect", async () => {
    const file = path.join(cli.cwd, "capture.json");
    await writeFile(file, JSON.stringify({ headers: { "X-One": "1" }, theme: "dark", width: 500 }));
    const words = ["--ignore-text", "\\d+ views", "--ignore", ".clock, .date", "--options", file, "--status", "paused"];
    const created = await create(
      ..."--change-on either --ignore 0,0,10,20 --no-full-page --regions --block-ads --hide-selectors .ad".split(" "),
      ...words,
    );
    expect(created.capture).to.deep.include({
      width: 320,
      theme: "dark",
      fullPage: false,
      regions: true,
      blockAds: true,
      text: true,
      changeOn: "either",
      ignoreText: ["\\d+ views"],
      hideSelectors: [".ad"],
      ignoreRegions: [{ x: 0, y: 0, width: 10, height: 20 }, { selector: ".clock, .date" }],
    });
    await writeFile(file, JSON.stringify({ theme: null }));
    expect((await json("update", created.id, "--options", file)).capture).not.to.have.property("theme");
    for (const { field, ...flag } of captureFlags) {
      const isOffered = !("notIn" in flag) || !flag.notIn.some((use) => use === "monitor");
      expect(field in captureFields, field).to.equal(isOffered);
    }
  });

  it("names the wrong value of an option", async () => {
    const { code, stderr } = await cli.run(["monitor", "create", site.url, "--threshold", "2"], { env });
    expect(code).to.equal(2);
    expect(stderr).to.include("from 0 to 1");
  });
});

import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { recordingOf, type RecordingOptions } from "#schemas/renders/recording.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { createLogger } from "#telemetry/logger.ts";
import { readRecording } from "../support/readRecording.ts";
import { until } from "../support/until.ts";
import { failure, useBrowser } from "./support.ts";

/** Command lines of this process's children that encode. */
async function encoders(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string) => {
    const [stat = "", command = ""] = await Promise.all(
      ["stat", "cmdline"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
    );
    const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(stat) ?? [];
    return Number(parent) === process.pid && command.includes("image2pipe") ? [command] : [];
  };
  return (await Promise.all(pids.map(read))).flat();
}

describe("capture: recording of hostile pages", function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const still = () => browser.site.page("/still", `<body style="background:green">`);
  const files = async () => (await readdir(browser.scratchDir)).filter((name) => name.startsWith("recording-"));

  /** Nothing is left of a recording once its capture has ended. */
  async function expectNothingLeft(): Promise<void> {
    expect([await encoders(), await files()]).to.deep.equal([[], []]);
  }

  const record = async (url: string, options: RecordingOptions, more: Partial<RenderSpec> = {}) => {
    const startedAt = performance.now();
    const captured = await browser.capture({ url, screenshot: null, recording: recordingOf(options), ...more });
    if (captured.recording === null) throw new Error("There is no recording.");
    await expectNothingLeft();
    const read = await readRecording(captured.recording);
    expect(read.seconds).to.be.closeTo(options.seconds ?? 5, 0.2);
    return { ...read, bytes: captured.recording.bytes.length, tookMs: performance.now() - startedAt };
  };

  it("a cancelled job leaves no encoder and no files", async () => {
    const cancelled = new AbortController();
    const reason = new Error("cancelled");
    const spec = { url: still(), screenshot: null, recording: recordingOf({ seconds: 10 }) };
    const capture = browser.capture(spec, { signal: cancelled.signal });
    const ending = capture.then(
      () => null,
      (error: unknown) => error,
    );
    await until(async () => (await encoders()).length === 1 && (await files()).length === 1);
    cancelled.abort(reason);
    expect(await ending).to.equal(reason);
    await expectNothingLeft();
  });

  it("a page that hangs while it is recorded gives what it showed, in time", async () => {
    const page = `<body style="background:green"><script>setTimeout(() => { for (;;); }, 1500)</script>`;
    const { tookMs } = await record(browser.site.page("/hangs", page), { seconds: 3, scroll: true }, { timeout: 15 });
    expect(tookMs).to.be.lessThan(15_000);
  });

  it("a page that goes elsewhere is recorded on", async () => {
    const page = `<script>setTimeout(() => { location = "${still()}" }, 1200)</script>`;
    await record(browser.site.page("/leaves", page), { seconds: 2, scroll: true }, { delay: 0.8 });
  });

  it("a huge viewport is scaled down", async () => {
    const { width, height } = await record(still(), { seconds: 1 }, { viewport: { width: 3840, height: 2160 } });
    expect([width, height]).to.deep.equal([1920, 1080]);
    const gif = await record(still(), { seconds: 1, format: "gif" }, { viewport: { width: 1280, height: 720 } });
    expect([gif.width, gif.height]).to.deep.equal([800, 450]);
  });

  it("noise in every frame stays within the rate", async () => {
    const page = `<body style="margin:0"><canvas id=c width=800 height=600></canvas><script>
      const draw = c.getContext("2d"), image = draw.createImageData(800, 600);
      const bytes = image.data; const frame = () => {
        for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
        for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
        draw.putImageData(image, 0, 0); requestAnimationFrame(frame) }; frame()</script>`;
    const url = browser.site.page("/noise", page);
    const { bytes } = await record(url, { seconds: 4 }, { viewport: { width: 800, height: 600 } });
    // 8 Mbit/s, and as much again for the beginning.
    expect(bytes).to.be.lessThan(8_000_000);
  });

  /** Records with a program in place of ffmpeg. */
  async function recordWith(script: string): Promise<{ code: string; tookMs: number }> {
    const ffmpeg = join(browser.scratchDir, "encoder");
    await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`);
    await chmod(ffmpeg, 0o755);
    const logger = createLogger({ name: "test", level: "fatal" });
    const recordingTools = { ffmpeg, scratchDir: browser.scratchDir };
    const port = createCapture({ pool: browser.pool, logger, recordingTools });
    const startedAt = performance.now();
    const spec = { url: still(), screenshot: null, recording: recordingOf({ seconds: 1 }), timeout: 12 };
    const { code } = await failure(browser.captureBy(port, spec));
    await expectNothingLeft();
    return { code, tookMs: performance.now() - startedAt };
  }

  it("an encoder that breaks down fails the recording", async () => {
    expect((await recordWith("exit 1")).code).to.equal("recording_failed");
  });

  it("an encoder that never ends is killed", async () => {
    const { code, tookMs } = await recordWith("exec sleep 600");
    expect(code).to.equal("recording_failed");
    expect(tookMs).to.be.lessThan(12_000);
  });

  it("a recording over 50 MB is page_too_large", async () => {
    const script = `for last; do :; done; head -c 52428801 /dev/zero > "\${last#file:}"; exec cat > /dev/null`;
    expect((await recordWith(script)).code).to.equal("page_too_large");
  });
});

import { expect } from "chai";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { recordingOf, type RecordingOptions } from "#schemas/renders/recording.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { createLogger } from "#telemetry/logger.ts";
import { type ReadRecording, readRecording } from "../support/readRecording.ts";
import { failure, green, picture, red, type Rgb, useBrowser, white } from "./support.ts";

/** A red bar that goes to the right and back, and begins once more when the page settles. */
const moving = `<title>Moving</title><style>body { margin: 0; background: white }
  @keyframes slide { to { transform: translateX(300px) } }
  i { position: absolute; width: 60px; height: 200px; background: red; animation: slide 1s linear infinite alternate }</style><i></i>`;
const tall = `<body style="margin:0"><div style="height:200px;background:red"></div><div style="height:3000px"></div>
  <div style="height:300px;background:green"></div>`;

/** Codecs change colors a little. */
function expectColor(found: Rgb, expected: Rgb): void {
  for (const [index, value] of expected.entries()) expect(found[index], found.join()).to.be.closeTo(value, 16);
}

/** Pixels from the left to the red bar. */
function placeOfBar(read: ReadRecording, frame: number): number {
  for (let x = 0; x < read.width; x += 1) {
    const [redPart, greenPart] = read.at(frame, x, 100);
    if (redPart > 180 && greenPart < 90) return x;
  }
  throw new Error(`Frame ${frame} has no bar.`);
}

describe("capture: recording", () => {
  const browser = useBrowser();

  const record = async (url: string, options: RecordingOptions = {}, more: Partial<RenderSpec> = {}) => {
    const captured = await browser.capture({ url, screenshot: null, recording: recordingOf(options), ...more });
    if (captured.recording === null) throw new Error("There is no recording.");
    const read = await readRecording(captured.recording);
    expect(captured.recording).to.include({ width: read.width, height: read.height });
    return read;
  };

  for (const [format, codec, pixels] of [
    ["mp4", "h264", "yuv420p"],
    ["webm", "vp8", "yuv420p"],
    ["gif", "gif", "bgra"],
  ] as const) {
    it(`shows the motion of a page as ${format}, as long as asked`, async () => {
      const read = await record(browser.site.page("/moving", moving), { seconds: 2, format });
      expect(read).to.include({ codec, pixels, width: 400, height: 300 });
      expect(read.seconds).to.be.closeTo(2, 0.2);
      const places = [0, 0.25, 0.5, 0.75].map((share) => placeOfBar(read, Math.floor(share * read.frames)));
      expect(Math.max(...places) - Math.min(...places), places.join()).to.be.greaterThan(60);
    });
  }

  it("lasts as long if the page stands still, and has the page's size, made even", async () => {
    const url = browser.site.page("/still", `<body style="background:green">`);
    const read = await record(url, { seconds: 1.5 }, { viewport: { width: 375, height: 301 } });
    expect(read).to.include({ width: 374, height: 300 });
    expect(read.seconds).to.be.closeTo(1.5, 0.2);
    for (const frame of [0, -1]) expectColor(read.at(frame, 373, 299), green);
  });

  it("shows how a motion ends, however short", async () => {
    const page = `<body style="margin:0;background:red"><script>
      setTimeout(() => { document.body.style.background = "green" }, 700)</script>`;
    const read = await record(browser.site.page("/ends", page), { seconds: 1 }, { delay: 0.2 });
    expectColor(read.at(0, 200, 150), red);
    expectColor(read.at(-1, 200, 150), green);
  });

  it("comes after css, script, clicks, waiting and delay, and before the animations stop", async () => {
    const page = `<body style="margin:0"><b style="position:absolute;width:400px;height:99px;background:red">hidden</b>
      <button style="display:none" onclick="document.body.insertAdjacentHTML('beforeend', '<i id=there></i>')">go</button>`;
    const texts = { css: "i { position: absolute; top: 0; width: 400px; height: 300px; background: green }" };
    const captured = await browser.capture(
      {
        url: browser.site.page("/steps", page),
        screenshot: null,
        recording: recordingOf({ seconds: 1 }),
        hideSelectors: ["b"],
        clickSelectors: ["button"],
        waitForSelector: "#there",
      },
      { texts },
    );
    if (captured.recording === null) throw new Error("There is no recording.");
    expectColor((await readRecording(captured.recording)).at(0, 200, 50), green);
  });

  it("scrolls from the top to the page's end, and the picture afterwards shows the top", async () => {
    const url = browser.site.page("/tall", tall);
    const captured = await browser.capture({ url, recording: recordingOf({ seconds: 2, scroll: true }) });
    expect((await picture(captured)).at(200, 100)).to.deep.equal(red);
    if (captured.recording === null) throw new Error("There is no recording.");
    const read = await readRecording(captured.recording);
    expectColor(read.at(0, 200, 100), red);
    expectColor(read.at(Math.floor(read.frames * 0.4), 200, 150), white);
    for (const row of [10, 150, 290]) expectColor(read.at(-1, 200, row), green);
  });

  it("scrolls inside an application's own scrolling element", async () => {
    const inner = `<body style="margin:0"><main style="height:100vh;overflow:auto">${tall}</main>`;
    const read = await record(browser.site.page("/inner", inner), { seconds: 2, scroll: true });
    expectColor(read.at(0, 150, 100), red);
    expectColor(read.at(-1, 150, 150), green);
  });

  it("follows the end of a page that grows, up to ten viewports", async () => {
    const page = `<body style="margin:0"><script>
      let next = 0; const grow = () => { const more = document.createElement("div"); more.style.height = "300px";
        more.style.background = "rgb(0 0 " + Math.min(255, 20 * next++) + ")"; document.body.append(more) };
      for (let first = 0; first < 3; first += 1) grow();
      addEventListener("scroll", () => { if (scrollY + innerHeight > document.body.scrollHeight - 400) grow() })</script>`;
    const read = await record(browser.site.page("/endless", page), { seconds: 2, scroll: true });
    expect(read.seconds).to.be.closeTo(2, 0.2);
    expect(read.at(-1, 200, 150)[2], read.at(-1, 200, 150).join()).to.be.within(100, 255);
  });

  it("fails without retry in a worker that has no ffmpeg, before the page is opened", async () => {
    const port = createCapture({ pool: browser.pool, logger: createLogger({ name: "test", level: "fatal" }) });
    const url = browser.site.page("/unavailable", moving);
    const refused = await failure(browser.captureBy(port, { url, screenshot: null, recording: recordingOf({}) }));
    expect(refused.code).to.equal("recording_unavailable");
    expect(refused.message).to.match(/install ffmpeg and set WATCHFRAME_FFMPEG/);
    expect(browser.site.received("/unavailable")).to.have.length(0);
  });
});

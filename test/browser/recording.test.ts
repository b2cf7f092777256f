import { expect } from "chai";
import { recordingOf, type RecordingOptions } from "#schemas/renders/recording.ts";
import { readRecording } from "../support/readRecording.ts";
import { green, picture, red, type Rgb, useBrowser } from "./support.ts";

const moving = `<title>Moving</title><style>body { margin: 0; background: white }
  @keyframes slide { to { transform: translateX(300px) } }
  i { position: absolute; width: 60px; height: 200px; background: red; animation: slide 1s linear infinite alternate }</style><i></i>`;
const tall = `<body style="margin:0"><div style="height:200px;background:red"></div><div style="height:3000px"></div>
  <div style="height:300px;background:green"></div>`;

/** Codecs change colors a little. */
function expectColor(found: Rgb, expected: Rgb): void {
  for (const [index, value] of expected.entries()) expect(found[index], found.join()).to.be.closeTo(value, 12);
}

describe("capture: recording", () => {
  const browser = useBrowser();

  const record = async (url: string, options: RecordingOptions = {}) => {
    const captured = await browser.capture({ url, screenshot: null, recording: recordingOf(options) });
    if (captured.recording === null) throw new Error("There is no recording.");
    return readRecording(captured.recording);
  };

  for (const [format, codec, pixels] of [
    ["mp4", "h264", "yuv420p"],
    ["webm", "vp8", "yuv420p"],
    ["gif", "gif", "bgra"],
  ] as const) {
    it(`records a moving page as ${format}`, async () => {
      const read = await record(browser.site.page("/moving", moving), { seconds: 2, format });
      expect(read).to.include({ codec, pixels, width: 400, height: 300 });
      expect(read.seconds).to.be.closeTo(2, 0.2);
    });
  }

  it("scrolls to the page's end, and the picture afterwards shows the top", async () => {
    const url = browser.site.page("/tall", tall);
    const captured = await browser.capture({ url, recording: recordingOf({ seconds: 2, scroll: true }) });
    expect((await picture(captured)).at(200, 100)).to.deep.equal(red);
    if (captured.recording === null) throw new Error("There is no recording.");
    const read = await readRecording(captured.recording);
    expectColor(read.at(0, 200, 100), red);
    expectColor(read.at(-1, 200, 150), green);
  });
});

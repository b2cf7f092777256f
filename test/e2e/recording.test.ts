import { expect } from "chai";
import type { Browser } from "puppeteer";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { readRecording } from "../support/readRecording.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

const page = `<!doctype html><title>Moving</title><style>body { margin: 0; height: 3000px }
  @keyframes slide { to { translate: 300px } } i { position: fixed; width: 90px; height: 90px; background: red; animation: slide 1s infinite }</style><i></i>`;

/** The facts of a media element in a browser, and whether it could jump to a time. */
type Played = { width: number; seconds: number; jumpedTo: number };

describe("a recording through the whole service", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  let browser: Browser;

  before(async () => {
    site.release();
    site.page = page;
    browser = await launchPlainBrowser();
  });
  after(() => browser.close());

  /** Runs in a page with one video: plays it, and jumps to its second second. */
  async function play(): Promise<Played> {
    const video = document.querySelector("video");
    if (video === null) throw new Error("There is no video.");
    const happens = (name: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(name, () => resolve(), { once: true });
        video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
      });
    if (video.readyState < video.HAVE_CURRENT_DATA) await happens("canplay");
    video.muted = true;
    await video.play();
    video.pause();
    const jumped = happens("seeked");
    video.currentTime = 1.5;
    await jumped;
    return { width: video.videoWidth, seconds: video.duration, jumpedTo: video.currentTime };
  }

  for (const [format, codec] of [
    ["mp4", "h264"],
    ["webm", "vp8"],
  ] as const) {
    it(`plays in Chromium from its signed address as ${format}, alone and in a stranger's page`, async () => {
      const caller = await newCaller(pipeline.apiUrl, pipeline.database);
      const job = await caller.render({
        url: `${site.url}/`,
        width: 640,
        height: 360,
        recording: { seconds: 2, scroll: true, format },
      });
      expect(job.error).to.equal(undefined);
      expect(job.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
      const recording = job.result?.recording;
      if (recording === undefined) throw new Error("There is no recording.");
      expect(job.result).not.to.have.property("screenshot");
      expect(recording).to.include({ format, width: 640, height: 360, seconds: 2 });
      const bytes = Buffer.from(await (await fetch(recording.url)).arrayBuffer());
      expect(bytes.length).to.equal(recording.bytes);
      expect(await readRecording({ bytes, format })).to.include({ codec, width: 640, height: 360 });

      const tab = await browser.newPage();
      await tab.goto(recording.url);
      const alone = await tab.evaluate(play);
      await tab.goto(site.url);
      await tab.setContent(`<video src="${recording.url}"></video>`);
      const embedded = await tab.evaluate(play);
      for (const played of [alone, embedded]) {
        expect(played.width).to.equal(640);
        expect(played.seconds).to.be.closeTo(2, 0.2);
        expect(played.jumpedTo).to.be.closeTo(1.5, 0.1);
      }
      await tab.close();
    });
  }

  it("shows a gif as a picture", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const options = { url: `${site.url}/`, width: 640, height: 360 };
    const job = await caller.render({ ...options, recording: { seconds: 1, format: "gif" }, screenshot: true });
    expect(job.credits.net).to.equal(2);
    const tab = await browser.newPage();
    await tab.setContent(`<img src="${job.result?.recording?.url}">`);
    const shown = await tab.evaluate(async () => {
      const image = document.images[0];
      await image?.decode();
      return image?.naturalWidth;
    });
    expect(shown).to.equal(640);
    await tab.close();
  });
});

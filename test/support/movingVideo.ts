import type { TestBrowser } from "#test/browser/support.ts";

/** Records half a second of a canvas that changes its colour all the time. */
const record = `async () => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm;codecs=vp8" });
  const chunks = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve });
  recorder.start();
  const began = performance.now();
  while (performance.now() - began < 500) {
    context.fillStyle = "hsl(" + performance.now() + ", 100%, 50%)";
    context.fillRect(0, 0, 300, 150);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await stopped;
  return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
}`;

/** A short film in which every picture is of another colour (webm). */
export async function movingVideo({ pool, site }: Pick<TestBrowser, "pool" | "site">): Promise<Buffer> {
  const lease = await pool.lease(new AbortController().signal);
  try {
    await lease.page.goto(site.page("/recorder", ""));
    const bytes: unknown = await lease.page.evaluate(`(${record})()`);
    if (!Array.isArray(bytes)) throw new Error("The recorder gave no bytes.");
    return Buffer.from(bytes);
  } finally {
    await lease.release();
  }
}

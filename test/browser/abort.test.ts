import { expect } from "chai";
import { until } from "#test/support/until.ts";
import { useBrowser } from "./support.ts";

describe("capture: cancelled", () => {
  const browser = useBrowser({ concurrency: 1 });

  async function captureAndAbort(path: string, html: string | null): Promise<{ reason: unknown; took: number }> {
    const controller = new AbortController();
    const url = html === null ? browser.site.route(path, () => undefined) : browser.site.page(path, html);
    const ending = browser.capture({ url }, { signal: controller.signal }).then(
      () => "captured",
      (error: unknown) => error,
    );
    await until(() => Promise.resolve(browser.site.received(path).length > 0));
    const startedAt = performance.now();
    controller.abort(new Error("the job was cancelled"));
    return { reason: await ending, took: performance.now() - startedAt };
  }

  for (const [what, html] of [
    ["waits for its document", null],
    ["spins", `<script>while (true);</script>`],
    ["waits for an image", `<img src="/never.png">`],
  ] as const) {
    it(`a page that ${what} is closed within 2 s, and the capture rejects with the signal's reason`, async () => {
      browser.site.route("/never.png", () => undefined);
      const { reason, took } = await captureAndAbort(`/${what.replaceAll(" ", "-")}`, html);
      expect(reason).to.be.an("error").with.property("message", "the job was cancelled");
      expect(took).to.be.lessThan(2_000);
      // The page must be closed by then, not only abandoned.
      expect(browser.pool.health().active).to.equal(0);
      expect((await browser.capture({ url: browser.site.page("/next", "<title>next</title>") })).page.title).to.equal(
        "next",
      );
    });
  }

  it("a capture that still waits leaves the queue", async () => {
    browser.site.route("/holds", () => undefined);
    const first = new AbortController();
    const holding = browser
      .capture({ url: browser.site.url("/holds") }, { signal: first.signal })
      .catch((error: unknown) => error);
    await until(() => Promise.resolve(browser.site.received("/holds").length > 0));
    const second = new AbortController();
    const waiting = browser
      .capture({ url: browser.site.url("/never-asked") }, { signal: second.signal })
      .catch((error: unknown) => error);
    expect(browser.pool.health()).to.include({ active: 1, waiting: 1 });
    second.abort(new Error("changed my mind"));
    expect(await waiting)
      .to.be.an("error")
      .with.property("message", "changed my mind");
    expect(browser.pool.health().waiting).to.equal(0);
    first.abort(new Error("enough"));
    await holding;
    expect(browser.site.received("/never-asked")).to.have.length(0);
  });

  it("a capture that is aborted before it begins opens no page", async () => {
    const ended = await browser
      .capture({ url: browser.site.url("/unseen") }, { signal: AbortSignal.abort(new Error("too late")) })
      .catch((error: unknown) => error);
    expect(ended).to.be.an("error").with.property("message", "too late");
    expect(browser.site.received("/unseen")).to.have.length(0);
  });
});

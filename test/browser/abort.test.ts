import { expect } from "chai";
import { until } from "#test/support/until.ts";
import { openStudio, type Studio } from "./support.ts";

describe("capture: cancelled", () => {
  let studio: Studio;
  before(async () => {
    studio = await openStudio({ concurrency: 1 });
  });
  after(() => studio.close());

  async function captureAndAbort(path: string, html: string | null): Promise<{ reason: unknown; took: number }> {
    const controller = new AbortController();
    const url = html === null ? studio.site.route(path, () => undefined) : studio.site.page(path, html);
    const ending = studio.capture({ url }, { signal: controller.signal }).then(
      () => "captured",
      (error: unknown) => error,
    );
    await until(() => Promise.resolve(studio.site.received(path).length > 0));
    const startedAt = performance.now();
    controller.abort(new Error("the job was cancelled"));
    return { reason: await ending, took: performance.now() - startedAt };
  }

  for (const [what, html] of [
    ["waits for its document", null],
    ["spins", `<script>while (true);</script>`],
    ["waits for an image", `<img src="/never.png">`],
  ] as const) {
    it(`a page that ${what} is closed within 2 s, and the signal's reason given`, async () => {
      studio.site.route("/never.png", () => undefined);
      const { reason, took } = await captureAndAbort(`/${what.replaceAll(" ", "-")}`, html);
      expect(reason).to.be.an("error").with.property("message", "the job was cancelled");
      expect(took).to.be.lessThan(2_000);
      // The page must be closed by then, not only abandoned.
      expect(studio.pool.health().active).to.equal(0);
      expect((await studio.capture({ url: studio.site.page("/next", "<title>next</title>") })).page.title).to.equal(
        "next",
      );
    });
  }

  it("one that still waits for its turn leaves the queue", async () => {
    studio.site.route("/holds", () => undefined);
    const first = new AbortController();
    const holding = studio
      .capture({ url: studio.site.url("/holds") }, { signal: first.signal })
      .catch((error: unknown) => error);
    await until(() => Promise.resolve(studio.site.received("/holds").length > 0));
    const second = new AbortController();
    const waiting = studio
      .capture({ url: studio.site.url("/never-asked") }, { signal: second.signal })
      .catch((error: unknown) => error);
    expect(studio.pool.health()).to.include({ active: 1, waiting: 1 });
    second.abort(new Error("changed my mind"));
    expect(await waiting)
      .to.be.an("error")
      .with.property("message", "changed my mind");
    expect(studio.pool.health().waiting).to.equal(0);
    first.abort(new Error("enough"));
    await holding;
    expect(studio.site.received("/never-asked")).to.have.length(0);
  });

  it("one that is aborted before it begins opens no page", async () => {
    const ended = await studio
      .capture({ url: studio.site.url("/unseen") }, { signal: AbortSignal.abort(new Error("too late")) })
      .catch((error: unknown) => error);
    expect(ended).to.be.an("error").with.property("message", "too late");
    expect(studio.site.received("/unseen")).to.have.length(0);
  });
});

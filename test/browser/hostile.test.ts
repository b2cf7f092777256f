import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { CapturedPage } from "#activities/ports.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { until } from "../support/until.ts";
import { failure, fullPage, green, picture, useBrowser } from "./support.ts";

describe("capture: pages that misbehave", () => {
  const browser = useBrowser({ maxRendererBytes: 400 * 2 ** 20 });

  // After each hostile page the next job must work.
  afterEach(async () => {
    const url = browser.site.page("/well", `<title>well</title><body style="background:green">`);
    const captured = await browser.capture({ url });
    expect(captured.page.title).to.equal("well");
    expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
  });

  const body = `<body style="background:green">`;

  for (const [what, script] of [
    ["asks by alert, confirm and prompt", `alert(1); confirm(2); prompt(3)`],
    ["opens popups", `for (let i = 0; i < 20; i += 1) window.open("/popup?" + i)`],
    ["asks whether to leave", `onbeforeunload = (event) => { event.preventDefault(); return "stay" }`],
    ["prints", `print()`],
    ["asks for permissions", `navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission()`],
    [
      "starts a download",
      `onload = () => { const a = document.createElement("a"); a.href = "/file"; a.download = "f"; a.click() }`,
    ],
  ] as const) {
    it(`one that ${what} is still rendered`, async () => {
      browser.site.page("/popup", "popup");
      browser.site.page("/file", "file", { headers: { "content-disposition": "attachment" } });
      const captured = await browser.capture({ url: browser.site.page("/odd", `${body}<script>${script}</script>`) });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
      expect(captured.page.timedOut).to.equal(undefined);
    });
  }

  for (const features of ["", "noopener"]) {
    it(`popups are closed at once${features === "" ? "" : `, with ${features} too`}`, async () => {
      browser.site.page("/popup", "popup");
      // A page may only open one for a click; without it the browser refuses.
      const button = `<button style="width:100px" onclick='open("/popup", "", "${features}")'>open</button>`;
      const url = browser.site.page("/popups", button);
      const lease = await browser.pool.lease(new AbortController().signal);
      try {
        const context = lease.page.browserContext();
        let opened = 0;
        context.on("targetcreated", () => (opened += 1));
        await lease.page.goto(url);
        await lease.page.mouse.click(20, 20);
        await until(() => Promise.resolve(opened > 0 && context.targets().length === 1));
      } finally {
        await lease.release();
      }
    });
  }

  describe("without end, several at once", () => {
    const endless: ReadonlyArray<readonly [what: string, html: string, options: Partial<RenderSpec>]> = [
      ["spins while it loads", `${body}<script>while (true);</script>`, {}],
      ["spins after it loaded", `${body}<script>onload = () => setTimeout(() => { while (true); }, 0)</script>`, {}],
      [
        "spins in every frame",
        `${body}<script>const spin = () => { while (true); }; requestAnimationFrame(spin); setInterval(spin, 0)</script>`,
        {},
      ],
      ["asks again and again", `${body}<script>while (true) alert("again")</script>`, {}],
      ["loads itself again and again", `${body}<script>onload = () => location.reload()</script>`, {}],
      ["hands on to itself by meta refresh", `<meta http-equiv=refresh content=0>${body}`, {}],
      [
        "spins while it is scrolled",
        `${body}<div style="height:2000px"></div><script>onscroll = () => { while (true); }</script>`,
        fullPage,
      ],
    ];
    const captures = new Map<string, Promise<{ captured: CapturedPage; took: number }>>();
    before(() => {
      // Two at once, because each page keeps a processor busy. The tests below await them one by one.
      const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
      for (const [index, [what, html, options]] of endless.entries()) {
        const url = browser.site.page(`/endless-${index}`, html);
        const begin = () => timed(() => browser.capture({ url, timeout: 15, ...options }));
        const capture = (lanes[index % lanes.length] ?? Promise.resolve()).then(begin);
        captures.set(what, capture);
        lanes[index % lanes.length] = capture.catch(() => undefined);
      }
    });

    for (const [what] of endless) {
      it(`one that ${what} is captured in time`, async function () {
        this.timeout(90_000);
        const outcome = await captures.get(what);
        if (outcome === undefined) throw new Error("The capture was not started.");
        expect(outcome.took).to.be.lessThan(15_500);
        expect((await picture(outcome.captured)).at(200, 150)).to.deep.equal(green);
      });
    }
  });

  it("fails at once with page_crashed when its renderer crashes", async () => {
    browser.site.route("/never.png", () => undefined);
    const url = browser.site.page("/crashes", `${body}<img src="/never.png">`);
    const lease = browser.pool.lease.bind(browser.pool);
    browser.pool.lease = async (...args) => {
      const taken = await lease(...args);
      const crash = () => taken.session.send("Page.crash").catch(() => undefined);
      void until(() => Promise.resolve(browser.site.received("/never.png").length > 0)).then(crash);
      return taken;
    };
    const startedAt = performance.now();
    try {
      expect((await failure(browser.capture({ url }))).code).to.equal("page_crashed");
    } finally {
      browser.pool.lease = lease;
    }
    expect(performance.now() - startedAt).to.be.lessThan(5_000);
  });

  it("one that eats memory is killed by the watchdog and is page_too_large", async () => {
    const url = browser.site.page(
      "/eats",
      `${body}<script>const all = []; setInterval(() => { const piece = new Uint8Array(2 ** 25); piece.fill(1); all.push(piece) }, 20)</script>`,
    );
    expect(
      (
        await failure(
          browser.capture(
            { url, waitUntil: "networkidle0", timeout: 15, viewport: { width: 200, height: 200 } },
            { probe: "new Promise(() => undefined)" },
          ),
        )
      ).code,
    ).to.equal("page_too_large");
  });

  it("one that a few hundred kilobytes unpack to hundreds of megabytes ends in time, captured or not", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(body), Buffer.alloc(300 * 2 ** 20, "<p>x")]), { level: 1 });
    expect(bomb.length).to.be.lessThan(4 * 2 ** 20);
    const url = browser.site.route("/bomb", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bomb);
    });
    const startedAt = performance.now();
    const outcome = await browser.capture({ url, timeout: 10 }).then(
      () => "captured",
      (error: { code: string }) => error.code,
    );
    expect(outcome).to.be.oneOf(["captured", "page_too_large", "page_crashed", "navigation_timeout"]);
    expect(performance.now() - startedAt).to.be.lessThan(15_000);
  });

  it("one that closes itself is a failure, not a hang", async () => {
    const url = browser.site.page("/closes", `${body}<script>onload = () => window.close()</script>`);
    const startedAt = performance.now();
    const outcome = await browser.capture({ url, timeout: 10 }).then(
      () => "captured",
      (error: { code: string }) => error.code,
    );
    expect(outcome).to.be.oneOf(["captured", "page_crashed"]);
    expect(performance.now() - startedAt).to.be.lessThan(5_000);
  });

  it("one with a DOM of 100,000 elements is captured", async () => {
    const url = browser.site.page(
      "/dom",
      `${body}<script>document.body.insertAdjacentHTML("beforeend", "<i></i>".repeat(1e5))</script>`,
    );
    expect((await picture(await browser.capture({ url }))).at(200, 150)).to.deep.equal(green);
  });

  it("one that spins does not slow other captures down", async () => {
    const spinning = browser.capture({
      url: browser.site.page("/spins", `${body}<script>while (true);</script>`),
      timeout: 4,
    });
    const beside = await Promise.all(
      [1, 2].map((n) => browser.capture({ url: browser.site.page(`/beside-${n}`, `<title>${n}</title>${body}`) })),
    );
    expect(beside.map(({ page }) => page.title)).to.deep.equal(["1", "2"]);
    await spinning;
  });
});

async function timed<Value>(work: () => Promise<Value>): Promise<{ captured: Value; took: number }> {
  const startedAt = performance.now();
  return { captured: await work(), took: performance.now() - startedAt };
}

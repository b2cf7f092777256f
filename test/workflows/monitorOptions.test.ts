import { expect } from "chai";
import sharp from "sharp";
import { serveSite, stopAll } from "../egress/support.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

/** A page that says how it sees its visitor. Its last line comes late. */
const page = `<!doctype html><title>Seen</title><style>
  body { margin: 0; font: 16px sans-serif } .paper { display: none } @media print { .paper { display: block } }
</style><main><h1>How the page sees its visitor today</h1>
<p id="seen">No script has run.</p><p class="paper">These styles are for paper.</p><p id="late"></p></main><script>
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  seen.textContent = [navigator.language, timeZone, navigator.userAgent, devicePixelRatio, calm].join(" | ");
  setTimeout(() => { late.textContent = "Late line."; late.className = "there"; }, 700);
</script>`;

describe("a monitor's options of the page", function () {
  this.timeout(120_000);

  const site = useResource(() =>
    serveSite((request, response) => {
      const isKnown = request.headers.authorization === `Basic ${Buffer.from("ann:secret").toString("base64")}`;
      response.writeHead(isKnown ? 200 : 401, { "Content-Type": "text/html" });
      response.end(isKnown ? page : "<p>Log in first.");
    }),
  );
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  after(stopAll);
  const httpAuth = { username: "ann", password: "secret" };

  async function watch(capture: Record<string, unknown>) {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `http://127.0.0.1:${site.port}/seen`);
    const monitor = await monitors.create({ capture: { width: 320, height: 240, httpAuth, ...capture } });
    const baselineId = await monitors.based(monitor.id);
    const { result } = await monitors.runOf(monitor.id, baselineId);
    if (result === undefined) throw new Error("The first run has no result.");
    return { caller, monitors, monitor, result };
  }

  it("have the effects that they have in renders", async () => {
    const { caller, monitor, result } = await watch({
      text: true,
      locale: "de-ch",
      timezone: "Asia/Tokyo",
      userAgent: "Watcher/1",
      deviceScaleFactor: 2,
      media: "print",
      reducedMotion: true,
      waitForSelector: ".there",
      script: "document.querySelector('h1').append(', by script');",
      css: "#late { color: teal }",
    });
    expect(monitor.capture).to.deep.include({ locale: "de-ch", media: "print", waitForSelector: ".there" });
    expect(monitor.capture).to.not.have.any.keys("httpAuth", "css", "script", "delay", "omitBackground");
    const { url = "" } = result.markdown ?? {};
    const markdown = await (await fetch(url)).text();
    expect(markdown).to.include("visitor today, by script");
    expect(markdown).to.include("de-CH | Asia/Tokyo | Watcher/1 | 2 | true");
    expect(markdown).to.include("These styles are for paper.").and.to.include("Late line.");
    expect([result.screenshot?.width, result.page.statusCode]).to.deep.equal([640, 200]);
    const listed = await (await caller.call("GET", `/render/monitors/${monitor.id}`)).text();
    expect(listed).to.not.match(/secret|by script|teal/);
  });

  it("show one part of the page without its background", async () => {
    const clip = { x: 10, y: 0, width: 200, height: 500 };
    const { result } = await watch({
      clip,
      omitBackground: true,
      format: "png",
      css: "html, body { background: none }",
    });
    const bytes = Buffer.from(await (await fetch(result.screenshot?.url ?? "")).arrayBuffer());
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).to.deep.equal([200, 500]);
    expect(data.at(-1)).to.equal(0);
  });

  it("are checked together with those that the monitor has already", async () => {
    const { monitors, monitor } = await watch({ selector: "main" });
    const change = async (capture: Record<string, unknown>) =>
      monitors.call<{ fields?: { field: string }[] }>("PATCH", `/${monitor.id}`, { capture });
    const refused = [
      [{ clip: { x: 0, y: 0, width: 10, height: 10 } }, "capture.clip"],
      [{ omitBackground: true }, "capture.omitBackground"],
      [{ delay: 16 }, "capture.delay"],
      [{ timezone: "Nowhere/Else" }, "capture.timezone"],
      [{ locale: "not a tag" }, "capture.locale"],
      [{ waitForSelector: "..x" }, "capture.waitForSelector"],
      [{ httpAuth, headers: { Authorization: "x" } }, "capture.httpAuth"],
    ] as const;
    for (const [capture, field] of refused) {
      const { status, fields } = await change(capture);
      expect([status, fields?.map((problem) => problem.field)], field).to.deep.equal([400, [field]]);
    }
    expect(await change({ selector: null, clip: { x: 0, y: 0, width: 10, height: 10 } })).to.include({ status: 200 });
  });
});

import { expect } from "chai";
import type { Step } from "#schemas/options/steps.ts";
import { failure, useBrowser } from "./support.ts";

const secret = "CANARY-VALUE";

describe("capture: the sites that a step fills in", () => {
  const browser = useBrowser();
  const fill: Step = { fill: { target: "input", value: secret }, timeout: 2 };

  /** A page that sends everything that is typed to its own host. */
  const greedy = `<title>greedy</title><input autofocus oninput="fetch('/taken?' + this.value)">`;

  /** Serves the greedy page at another site, and a page of the first site that forwards to it. Returns their addresses. */
  function serve(html?: string): { url: string; elsewhere: string } {
    browser.site.page("/greedy", greedy);
    const elsewhere = browser.site.url("/greedy?from=http://site.test/", "other.test");
    const url =
      html === undefined
        ? browser.site.route("/login", (_request, response) => response.writeHead(302, { location: elsewhere }).end())
        : browser.site.page("/login", html.replace("ELSEWHERE", elsewhere));
    browser.site.page("/taken", "");
    return { url, elsewhere };
  }
  const taken = () => browser.site.received("/taken").length;

  it("are not one that the site forwards to; the problem says how to allow it", async () => {
    const { url, elsewhere } = serve();
    const { origin, host } = new URL(elsewhere);
    const before = taken();
    const failed = await failure(browser.capture({ url }, { steps: [fill] }));
    expect(failed.code).to.equal("step_failed");
    expect(failed.message).to.include(`the page is of another site, "${host}"`);
    expect(failed.message).to.include(`{"waitFor": {"address": "${origin}/"}}`).and.not.include(secret);
    expect(taken()).to.equal(before);
  });

  it("are not one that a script goes to, and no script gets what a step fills in", async () => {
    const { url, elsewhere } = serve("<title>own</title><input>");
    const before = taken();
    const steps: Step[] = [
      fill,
      { script: `document.title = typeof value; location = ${JSON.stringify(elsewhere)}` },
      fill,
    ];
    expect((await failure(browser.capture({ url }, { steps }))).message)
      .to.include("Step 3 of 3")
      .and.include("another site");
    expect(taken()).to.equal(before);
  });

  it("are one whose address a step waited for", async () => {
    const { url, elsewhere } = serve();
    const before = taken();
    const steps: Step[] = [{ waitFor: { address: `${new URL(elsewhere).origin}/` } }, fill];
    expect((await browser.capture({ url }, { steps })).page.title).to.equal("greedy");
    expect(taken()).to.be.greaterThan(before);
  });

  for (const address of ["from=http://site.test/", "/greedy"]) {
    it(`are not one whose address has the part ${address}, which any site can have`, async () => {
      const { url } = serve();
      const before = taken();
      const steps: Step[] = [{ waitFor: { address } }, fill];
      expect((await failure(browser.capture({ url }, { steps }))).message).to.include("another site");
      expect(taken()).to.equal(before);
    });
  }

  it("an address that a step waits for has to begin as asked", async () => {
    const { url } = serve();
    const steps: Step[] = [{ waitFor: { address: "http://site.test/" }, timeout: 1 }];
    expect((await failure(browser.capture({ url }, { steps }))).message).to.include("address does not have it");
  });

  it("are not one that the page goes to while the field is awaited", async () => {
    const { url } = serve(`<p>wait</p><script>setTimeout(() => { location = "ELSEWHERE" }, 700)</script>`);
    const before = taken();
    const failed = await failure(browser.capture({ url }, { steps: [fill] }));
    expect(failed.message).to.include("the page is of another site");
    expect(taken()).to.equal(before);
  });

  it("are that of the last address that a step opens", async () => {
    const { url, elsewhere } = serve("<p>first");
    browser.site.page("/second", "<p>second");
    const second = browser.site.url("/second", "127.0.0.1");
    const before = taken();
    const steps: Step[] = [{ goto: elsewhere }, fill, { goto: second }];
    await browser.capture({ url }, { steps });
    const afterFirst = taken();
    expect(afterFirst).to.be.greaterThan(before);
    browser.site.page("/second", `<script>location = "${elsewhere}"</script>`);
    await failure(browser.capture({ url }, { steps: [{ goto: elsewhere }, { goto: second }, fill] }));
    expect(taken()).to.equal(afterFirst);
  });

  it("a frame gets its value if the page around it may", async () => {
    browser.site.page("/around", `<iframe src="${browser.site.url("/greedy", "other.test")}"></iframe>`);
    serve();
    const framed: Step = { fill: { target: "input", value: secret, frame: "iframe" } };
    const before = taken();
    await browser.capture({ url: browser.site.url("/around") }, { steps: [framed] });
    expect(taken()).to.be.greaterThan(before);
    const around = browser.site.url("/around", "127.0.0.1");
    const url = browser.site.page("/to-around", `<script>location = "${around}"</script>`);
    const failed = await failure(browser.capture({ url }, { steps: [{ ...framed, timeout: 1 }] }));
    expect(failed.message).to.include("the page is of another site");
  });
});

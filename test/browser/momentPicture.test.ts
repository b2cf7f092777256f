import { expect } from "chai";
import sharp from "sharp";
import { RenderFailure } from "#activities/failures.ts";
import type { Step } from "#schemas/options/steps.ts";
import { useBrowser } from "./support.ts";

/** A log-in with fields of several kinds, in the page, a shadow tree and a frame of another site. It shows what was typed. */
const page = (frame: string) => `<title>log in</title><body style="background: red; font-size: 30px">
  <input id=name oninput="told.textContent = 'No user ' + this.value"><input id=code type=number>
  <select id=team><option>AAAAAA<option>BBBBBB</select><div id=note contenteditable style="background: white">x</div>
  <p id=told>-</p><x-box></x-box><iframe src="${frame}"></iframe>
  <script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "<textarea id=area></textarea>"</script>`;

describe("capture: the picture of a log-in that fails", () => {
  const browser = useBrowser();

  async function pictureOf(value: string, digits: string, option: string): Promise<Buffer> {
    browser.site.page(
      "/frame",
      `<input id=inner oninput="said.textContent = this.value"><p id=said style="font-size: 30px">`,
    );
    const url = browser.site.page("/log-in", page(browser.site.url("/frame", "other.test")));
    const steps: Step[] = [
      { fill: { target: "#name", value } },
      { fill: { target: "#code", value: digits } },
      { select: { target: "#team", values: [option] } },
      { fill: { target: "#note", value } },
      { fill: { target: "#area", value } },
      { fill: { target: "#inner", value, frame: "iframe" } },
      { click: { target: "#gone" }, timeout: 1 },
    ];
    const signIn = { signedIn: { text: "Sign out" }, session: null, totp: null };
    try {
      await browser.capture({ url, viewport: { width: 500, height: 600 } }, { steps, signIn });
    } catch (error) {
      if (!(error instanceof RenderFailure) || error.picture === null) throw error;
      expect(error.message).to.include("Step 7 of 7").and.not.include(value);
      return error.picture;
    }
    throw new Error("The capture succeeded.");
  }

  it("shows the page, and nothing of the values, so that it is the same for others", async () => {
    const one = await pictureOf("CANARY-A", "1111", "AAAAAA");
    const other = await pictureOf("SECRET-Z", "8888", "BBBBBB");
    const { data, info } = await sharp(one).raw().toBuffer({ resolveWithObject: true });
    expect(info).to.include({ width: 500, height: 600, channels: 3 });
    const red = data.filter((_, index) => index % 3 === 0 && (data[index] ?? 0) > 200 && (data[index + 1] ?? 255) < 60);
    expect(red.length).to.be.greaterThan((500 * 600) / 4);
    expect(one.equals(other)).to.equal(true);
  });

  it("is taken at a failed step of any capture, and no capture that succeeds has one but a log-in", async () => {
    const other = browser.site.page("/none", `<title>none</title>`);
    const steps: Step[] = [{ click: { target: "#gone" }, timeout: 1 }];
    const failed = await browser.capture({ url: other }, { steps }).catch((error: unknown) => error);
    expect(failed instanceof RenderFailure && failed.picture?.subarray(0, 2).toString("hex")).to.equal("ffd8");
    const url = browser.site.page("/in", `<title>in</title><p>Sign out`);
    const signIn = { signedIn: { text: "Sign out" }, session: null, totp: null };
    const { moment } = await browser.capture({ url }, { signIn });
    expect(moment?.subarray(0, 2).toString("hex")).to.equal("ffd8");
    expect((await browser.capture({ url })).moment).to.equal(undefined);
  });
});

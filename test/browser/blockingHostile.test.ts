import { expect } from "chai";
import { blockKinds } from "#schemas/renders/blocking.ts";
import { blockingOf, green, picture, useBrowser } from "./support.ts";

const body = `<body style="margin:0;background:green"><p style="margin-top:200px">${"Some text of the page. ".repeat(40)}</p>`;
const fixed = "position:fixed;left:0;top:0;width:50px;height:50px;background:red";
const dialog = `<div role="dialog" style="${fixed}">Our newsletter <button aria-label="Close">x</button></div>`;
const banner = `<div class="cookie-banner" style="${fixed}">We use cookies, do you accept? <button>Accept</button></div>`;

/** Pages that try to keep the clearing steps busy. */
const hostile: Record<string, string> = {
  "has ten thousand dialogs": `${body}${dialog.repeat(10_000)}`,
  "has ten thousand banners": `${body}${banner.repeat(10_000)}`,
  "makes two dialogs of each that is closed": `${body}<script>
    const add = () => { document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(dialog)}); document.body.lastElementChild.querySelector("button").onclick = ({ target }) => { target.parentElement.remove(); add(); add(); } };
    add();</script>`,
  "shows again what is hidden, without end": `${body}${dialog}${banner}<script>
    new MutationObserver((changes) => { for (const { target } of changes) target.style.setProperty("display", "block", "important") }).observe(document.body, { subtree: true, attributes: true });</script>`,
  "never stops changing": `${body}${banner}<script>
    const change = () => { document.body.append(document.createElement("i")); setTimeout(change, 0) }; change();</script>`,
  "spins when its dialog is closed": `${body}${dialog}<script>document.querySelector("button").onclick = () => { while (true); }</script>`,
  "leaves when its consent is refused": `${body}<div role="dialog" id="d" style="${fixed}">We use cookies. <button onclick="location.reload()">Reject all</button><button>Accept all</button></div>`,
  "throws when its elements are read": `${body}<form role="dialog" style="${fixed}">Our newsletter<input name="getBoundingClientRect"><input name="querySelectorAll"><input name="style"><input name="innerText"><input name="matches"></form>
    <form class="ad-slot cookie-banner" style="${fixed}"><input name="getBoundingClientRect"><input name="parentElement"><input name="checkVisibility"></form>`,
  "spins from the start of its second second": `${body}<script>setTimeout(() => { while (true); }, 1000)</script>`,
  "says cookie without end": `${body}<div style="${fixed};overflow:hidden">${"use use cook ".repeat(20_000)}<button>Accept</button></div>`,
  "puts frames into frames": `${body}<script>for (let i = 0; i < 200; i += 1) { const frame = document.createElement("iframe"); frame.src = "about:blank?consent" + i; document.body.append(frame) }</script>`,
};

describe("capture: blocking on pages that resist", () => {
  const browser = useBrowser({ everyName: true });

  for (const [what, html] of Object.entries(hostile)) {
    it(`one that ${what} is still rendered`, async () => {
      const url = browser.site.page("/hostile", html);
      const captured = await browser.capture({ url, timeout: 15, blocking: blockingOf(...blockKinds) });
      expect((await picture(captured)).at(300, 100)).to.deep.equal(green);
    });
  }
});

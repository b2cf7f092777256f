import { createHash } from "node:crypto";
import { expect } from "chai";
import { fullPage, green, picture, type Rgb, useBrowser, white } from "./support.ts";

const box = "position:absolute;left:0;top:0;width:200px;height:100px";
const slides = (style: string) =>
  `<style>body { margin: 0 } .show { position: relative; height: 100px } .show > * { ${box} } ${style}</style><div class=show>${[0, 4, 8].map((delay) => `<div style="background:green;animation-delay:${delay}s"></div>`).join("")}</div>`;
const fade = "0% { opacity: 0 } 8% { opacity: 1 } 33% { opacity: 1 } 41% { opacity: 0 } 100% { opacity: 0 }";

/** Pages that show a green box of 200 × 100 px at almost any time, but not before their animations begin. */
const shows: Record<string, string> = {
  "slides that fade": slides(`.show > * { opacity: 0; animation: fade 12s infinite } @keyframes fade { ${fade} }`),
  "slides that fade at once": slides(
    `.show > * { opacity: 0; animation: fade 12s infinite step-end } @keyframes fade { 0% { opacity: 1 } 34% { opacity: 0 } }`,
  ),
  "slides with delays below zero": slides(
    `.show > * { opacity: 0; animation: fade 12s -3s infinite } @keyframes fade { ${fade} }`,
  ),
  "slides that are hidden": slides(
    `.show > * { visibility: hidden; animation: fade 12s infinite } @keyframes fade { 1%, 33% { visibility: visible } 34%, 100% { visibility: hidden } }`,
  ),
  "slides that come from the side": slides(
    `.show { overflow: hidden; width: 200px } .show > * { transform: translateX(100%); animation: move 12s infinite } @keyframes move { 0% { transform: translateX(100%) } 5%, 33% { transform: none } 38%, 100% { transform: translateX(-100%) } }`,
  ),
  "slides that run a thousand times": slides(
    `.show > * { opacity: 0; animation: fade 12s 1000 } @keyframes fade { ${fade} }`,
  ),
  "a background that changes": `<style>body { margin: 0 } div { ${box}; animation: turn 9s infinite } @keyframes turn { 0%, 33% { background-image: linear-gradient(green, green) } 34%, 100% { background-image: linear-gradient(green, green) } }</style><div></div>`,
  "words that a pseudo-element rotates": `<style>body { margin: 0; font: 100px/1 monospace; color: green } p { margin: 0 } p::before { content: ""; animation: words 9s infinite } @keyframes words { 0%, 33% { content: "\\2588\\2588\\2588\\2588" } 34%, 100% { content: "\\2588\\2588\\2588\\2588\\2588" } }</style><p></p>`,
  "slides of a script": `${slides(".show > * { opacity: 0 }")}<script>document.querySelectorAll(".show > *").forEach((slide, index) => slide.animate({ opacity: [0, 1, 1, 0, 0], offset: [0, 0.08, 0.33, 0.41, 1] }, { duration: 12000, delay: index * 4000, iterations: Infinity }))</script>`,
};
shows["slides in a shadow tree"] =
  `<style>body { margin: 0 }</style><div id=host></div><script>host.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(shows["slides that fade"]).replaceAll("</", "<\\/")}</script>`;

describe("capture: animations without end", () => {
  const browser = useBrowser();

  for (const [what, html] of Object.entries(shows))
    for (const [where, spec] of Object.entries({ "the viewport": {}, "a whole page": fullPage }))
      it(`shows ${what} in ${where}, each time the same`, async () => {
        const url = browser.site.page("/show", html);
        const captures = await Promise.all([1, 2, 3].map(() => browser.capture({ url, ...spec })));
        const hashes = captures.map(({ screenshot }) =>
          createHash("sha256")
            .update(screenshot?.bytes ?? "")
            .digest("hex"),
        );
        expect(new Set(hashes)).to.have.lengthOf(1);
        const [first] = captures;
        if (first === undefined) throw new Error("There is no capture.");
        expect((await picture(first)).at(100, 50)).to.deep.equal(green);
      });

  it("shows texts on each other one at a time", async () => {
    const html = slides(
      `.show > * { animation: fade 12s infinite backwards; width: 50px } .show > :nth-child(2) { left: 50px } .show > :nth-child(3) { left: 100px } @keyframes fade { ${fade} }`,
    );
    const { at } = await picture(await browser.capture({ url: browser.site.page("/texts", html) }));
    const shown = [25, 75, 125].filter((x) => at(x, 50).join() === green.join());
    expect(shown).to.have.lengthOf(1);
  });

  it("shows what turns, pulses and blinks as before its start", async () => {
    const parts: Array<[style: string, color: Rgb]> = [
      ["background: green; animation: turn 2s linear infinite", green],
      ["background: green; animation: pulse 2s infinite", green],
      ["background: green; animation: blink 1s step-end infinite", green],
      ["background: green; animation: tint 1s infinite", green],
      ["animation: tint 1s infinite; visibility: hidden", white],
    ];
    const html = `<style>body { margin: 0 } p { margin: 0; width: 50px; height: 50px } @keyframes turn { to { transform: rotate(1turn) } } @keyframes pulse { 50% { transform: scale(1.2); opacity: 0.6 } } @keyframes blink { 50% { opacity: 0 } } @keyframes tint { from { background: red } }</style>${parts.map(([style]) => `<p style="${style}"></p>`).join("")}`;
    const { at } = await picture(await browser.capture({ url: browser.site.page("/turn", html) }));
    expect(parts.map((_part, index) => at(25, index * 50 + 25))).to.deep.equal(parts.map(([, color]) => color));
  });
});

import { expect } from "chai";
import { recordingOf } from "#schemas/renders/recording.ts";
import { readRecording } from "../support/readRecording.ts";
import { fullPage, green, picture, useBrowser, white } from "./support.ts";

const rect = (attributes: string, animation: string) => `<rect ${attributes} fill="green">${animation}</rect>`;
const whole = `width="100" height="100"`;
const freeze = `dur="3s" fill="freeze"`;

/** Drawings that fill a square of 100 px with green once their animations have ended. */
const drawings: Record<string, string> = {
  "fade in": rect(`${whole} opacity="0"`, `<animate attributeName="opacity" from="0" to="1" begin="0.3s" ${freeze}/>`),
  grow: rect(
    `width="0" height="100"`,
    `<animate attributeName="width" values="0;30;100" keyTimes="0;0.9;1" ${freeze}/>`,
  ),
  "change their color": `<rect ${whole} fill="white"><animate attributeName="fill" to="green" calcMode="discrete" ${freeze}/></rect>`,
  appear: rect(`${whole} visibility="hidden"`, `<set attributeName="visibility" to="visible" begin="2s"/>`),
  "come from the side": rect(
    whole,
    `<animateTransform attributeName="transform" type="translate" from="-200 0" to="0 0" ${freeze}/>`,
  ),
  scale: rect(
    whole,
    `<animateTransform attributeName="transform" type="scale" values="0;1.2;1" calcMode="spline" keySplines="0.4 0 0.2 1;0.4 0 0.2 1" ${freeze}/>`,
  ),
  "turn around a point": rect(
    `x="-200" ${whole}`,
    `<animateTransform attributeName="transform" type="rotate" from="0 -50 50" to="180 -50 50" ${freeze}/>`,
  ),
  "are drawn as a line": `<path d="M0 50H100" stroke="green" stroke-width="100" stroke-dasharray="100" stroke-dashoffset="100"><animate attributeName="stroke-dashoffset" from="100" to="0" ${freeze}/></path>`,
  "follow one another": `${rect(`width="50" height="100" opacity="0"`, `<animate id="one" attributeName="opacity" to="1" ${freeze}/>`)}${rect(`x="50" width="50" height="100" opacity="0"`, `<animate attributeName="opacity" from="0" to="1" begin="one.end+0.5s" ${freeze}/>`)}`,
  "move along a path": rect(`x="-300" ${whole}`, `<animateMotion path="M0 0 L150 60 L300 0" ${freeze}/>`),
  "change their outline": `<polygon points="0,0 0,0 0,0" fill="green"><animate attributeName="points" to="0,0 100,0 100,100 0,100" ${freeze}/></polygon>`,
  morph: `<path d="M0 0H1V1H0Z" fill="green"><animate attributeName="d" to="M0 0H100V100H0Z" ${freeze}/></path>`,
  "repeat three times": rect(
    `${whole} opacity="0"`,
    `<animate attributeName="opacity" from="0" to="1" dur="2s" repeatCount="3" fill="freeze"/>`,
  ),
  "fade in and out without end": rect(
    `${whole} opacity="0"`,
    `<animate attributeName="opacity" values="0;1;0" dur="3s" repeatCount="indefinite"/>`,
  ),
};
const svg = (content: string) => `<svg width="100" height="100" style="display:block;overflow:hidden">${content}</svg>`;

describe("capture: drawings that move", () => {
  const browser = useBrowser();

  it("are shown at their end, in the viewport and on a whole page, inline and in a shadow tree", async () => {
    const all = Object.values(drawings);
    const hosted = `<body style="margin:0"><div id=host></div><script>host.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(all.map(svg).join("")).replaceAll("</", "<\\/")}</script>`;
    for (const html of [`<body style="margin:0">${all.map(svg).join("")}`, hosted])
      for (const spec of [{ viewport: { width: 200, height: all.length * 100 } }, fullPage]) {
        const url = browser.site.page("/drawings", html);
        const { at } = await picture(await browser.capture({ url, ...spec }));
        const wrong = Object.keys(drawings).filter((_name, index) =>
          [
            [50, 50],
            [5, 5],
            [95, 95],
          ].some(([x = 0, y = 0]) => at(x, index * 100 + y).join() !== green.join()),
        );
        expect(wrong).to.deep.equal([]);
      }
  });

  it("that end without a trace, or wait for a click or a script are shown as they are", async () => {
    const html = [
      rect(whole, `<animate attributeName="opacity" from="1" to="0" dur="2s"/>`),
      rect(whole, `<animate attributeName="opacity" to="0" begin="click" ${freeze}/>`),
      rect(whole, `<animate attributeName="opacity" to="0" begin="indefinite" ${freeze}/>`),
    ];
    const gone = rect(whole, `<animate attributeName="opacity" to="0" ${freeze}/>`);
    const url = browser.site.page("/kept", `<body style="margin:0">${[...html, gone].map(svg).join("")}`);
    const { at } = await picture(await browser.capture({ url, viewport: { width: 200, height: 700 } }));
    expect([50, 150, 250].map((y) => at(50, y))).to.deep.equal([green, green, green]);
    expect(at(50, 350)).to.deep.equal(white);
  });

  it("run in a recording, to their end", async () => {
    const grow = `<animate attributeName="height" from="0" to="300" dur="1s" fill="freeze"/>`;
    const html = `<body style="margin:0"><svg width=400 height=300><rect width=400 height=0 fill=green>${grow}</rect></svg>`;
    const url = browser.site.page("/recorded", html);
    const recording = recordingOf({ seconds: 2 });
    const captured = await browser.capture({ url, screenshot: null, recording });
    if (captured.recording === null) throw new Error("There is no recording.");
    const read = await readRecording(captured.recording);
    const rows = [0, -1].map((frame) => read.at(frame, 200, 290)[0]);
    expect(rows[0]).to.be.above(200);
    expect(rows[1]).to.be.below(40);
  });

  it("leave the document as it was", async () => {
    const url = browser.site.page("/dom", svg(drawings["grow"] ?? ""));
    const { probed } = await browser.capture({ url }, { probe: "document.querySelector('rect').outerHTML" });
    expect(probed).to.include(`<rect width="0" height="100" fill="green">`);
  });
});

import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { TargetSite } from "#test/support/targetSite.ts";
import { changeCharacters, linesOf } from "./alarmTexts.ts";

const text =
  "Boats leave the north quay at 9.40 and at 13.50, the lamps are lit at dusk, and the chandler closes on 31 March. ";

const style = `<style>
  @font-face { font-family: Quay; src: url(/slow/quay.woff2) } body { margin: 0; font: 16px/1.5 Quay, serif; color: #222 }
  header { background: #1e3c72; color: #ffd166; padding: 30px 40px; font-size: 30px } section { padding: 20px 40px }
  .cards { display: flex; gap: 20px } .card { flex: 1; border: 1px solid #ddd; padding: 16px; background: #fafafa }
  @keyframes turn { to { transform: rotate(1turn) } } @keyframes show { from { opacity: 0; transform: translateY(40px) } }
  @keyframes slide { 30% { transform: translateX(0) } 33%, 63% { transform: translateX(-400px) } 66%, 96% { transform: translateX(-800px) } }
</style>`;

/** Content that moves, loads late or differs between loads although the page is the same. */
const traits = {
  plain: "",
  "animations without end": `<div style="width:60px;height:60px;background:red;animation:turn 900ms linear infinite"></div><progress></progress>`,
  "animations that end": `<div style="animation:show 1.5s"><h2>Shown</h2><p>${text}</p></div><p style="transition:opacity 1s;opacity:0" id=fade>${text}</p><script>onload = () => { fade.style.opacity = 1 }</script>`,
  "a carousel by CSS": `<div style="width:400px;overflow:hidden"><div style="display:flex;width:1200px;animation:slide 9s infinite">${["#264653", "#2a9d8f", "#e76f51"].map((color) => `<div style="width:400px;height:200px;background:${color}"></div>`).join("")}</div></div>`,
  "a carousel by script": `<div style="width:400px;overflow:hidden"><div id=slides style="display:flex;width:1200px;transition:transform .5s"><div style="width:400px;height:200px;background:#264653"></div><div style="width:400px;height:200px;background:#2a9d8f"></div><div style="width:400px;height:200px;background:#e76f51"></div></div></div><script>let slide = 0; setInterval(() => { slides.style.transform = "translateX(-" + 400 * (++slide % 3) + "px)" }, 5000)</script>`,
  "lazy images": Array.from(
    { length: 8 },
    (_, index) => `<p>${text.repeat(3)}</p><img loading=lazy width=600 height=220 src="/slow/picture-${index}.png">`,
  ).join(""),
  "animated pictures": `<img src="/slow/moving.gif" width=200 height=200><div style="width:120px;height:120px;background:url(/slow/moving.gif)"></div>`,
  "a video": `<video src="/slow/moving.webm" autoplay muted loop width=480></video>`,
  "shown when it is scrolled to": `<div style="height:1200px"></div>${`<div class=reveal style="opacity:0;transition:opacity .6s"><h2>Here</h2><p>${text.repeat(4)}</p></div><div style="height:400px"></div>`.repeat(4)}<script>const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.style.opacity = 1 }); document.querySelectorAll(".reveal").forEach((element) => seen.observe(element))</script>`,
  "parts that come late": `<div id=late style="min-height:120px"></div><input autofocus value="typed"><script>fetch("/slow/part.html").then((reply) => reply.text()).then((part) => { late.innerHTML = part })</script>`,
} as const;

/** Large changes. Each affects at least 0.5 % of a short page's pixels. */
const changes: Record<string, (html: string) => string> = {
  "a banner comes": (html) => html.replace("<main>", `<div style="background:#c1121f;height:120px"></div><main>`),
  "a section goes": (html) => html.replace(/<section id=offers>.*?<\/section>/su, ""),
  "another theme": (html) => html.replace("<main>", "<style>body { background: #111; color: #eee }</style><main>"),
  "another picture": (html) => html.replace("/slow/hero-1.png", "/slow/hero-2.png"),
  "a picture is broken": (html) => html.replace("/slow/hero-1.png", "/nowhere.png"),
  "a card is marked": (html) => html.replace("<div class=card>", `<div class=card style="background:#ffb703">`),
  "half a percent of it": (html) =>
    html.replace(
      "<main>",
      `<main style="position:relative"><i style="position:absolute;left:0;top:20%;width:100px;height:7.1%;background:#780000"></i>`,
    ),
  "large words": (html) => html.replace("<h1>Quay prices", "<h1 style='font-size:160px;line-height:1'>SOLD OUT OF ALL"),
  "nothing but a message": () => `${style}<main><h1>Closed for repairs</h1></main>`,
  "set apart": (html) => html.replace("<main>", "<style>section { padding-left: 240px }</style><main>"),
};

/** Heights of the text on the long pages, CSS pixels. The tallest page has 16,000 px in all. */
const textHeights = [800, 2_000, 3_200, 4_400, 5_600, 7_200, 8_800, 10_800, 11_160, 14_520];

/** A page that stays the same, named by what moves on it, and the changes that must be found on it. */
export type AlarmPage = { name: string; html: string; changes: { name: string; html: string }[] };

/**
 * Serves the resources of the pages, each with a random delay. Returns two pages per trait: a short one with large
 * changes, and a long one with changes of one or two characters.
 */
export async function serveAlarmPages(site: TargetSite, video: Buffer): Promise<AlarmPage[]> {
  const font = new URL(import.meta.resolve("@fontsource/cousine/files/cousine-latin-400-normal.woff2"));
  const colors = ["#6a994e", "#bc4749", "#457b9d", "#e9c46a", "#8d99ae", "#b5838d", "#3a5a40", "#f2a65a"];
  const files: [string, string, Buffer][] = [
    ["quay.woff2", "font/woff2", await readFile(font)],
    ["moving.gif", "image/gif", await movingPicture()],
    ["moving.webm", "video/webm", video],
    ["part.html", "text/html", Buffer.from(`<h2>Tides</h2><p>${text.repeat(3)}</p>`)],
    ["hero-1.png", "image/png", await plain("#2a9d8f")],
    ["hero-2.png", "image/png", await plain("#e76f51")],
    ...(await Promise.all(
      colors.map(async (color, index): Promise<[string, string, Buffer]> => {
        return [`picture-${index}.png`, "image/png", await plain(color)];
      }),
    )),
  ];
  for (const [name, type, body] of files) {
    site.route(`/slow/${name}`, (_request, response) => {
      const answer = () => response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
      setTimeout(answer, 200 * Math.random());
    });
  }
  return Object.entries(traits).flatMap(([name, trait], index) => {
    const [short, long] = [pageWith(trait), pageWith(trait, linesOf(textHeights[index] ?? 0))];
    return [
      {
        name,
        html: short,
        changes: Object.entries(changes).map(([change, make]) => ({ name: change, html: make(short) })),
      },
      { name: `${name}, long`, html: long, changes: changeCharacters(long, index) },
    ];
  });
}

function pageWith(trait: string, lines = ""): string {
  const card = `<div class=card><h3>Lamp</h3><p>${text}</p><b>42.30</b></div>`;
  return `<!doctype html><title>Quay</title>${style}<header>Harbour lamps</header><main>
    <section><h1>Quay prices</h1><img width=500 height=260 src="/slow/hero-1.png"><p>${text.repeat(4)}</p></section>
    <section id=offers><div class=cards>${card.repeat(3)}</div></section><section>${trait}</section>
    <section><p>${text.repeat(6)}</p></section>${lines}</main>`;
}

function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 500, height: 260, channels: 3, background } })
    .png()
    .toBuffer();
}

async function movingPicture(): Promise<Buffer> {
  const frames = await Promise.all(["red", "green", "blue"].map((color) => plain(color)));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [90, 90, 90], loop: 0 })
    .toBuffer();
}

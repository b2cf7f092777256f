import sharp from "sharp";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import type { TargetSite } from "#test/support/targetSite.ts";

/** One kind of render and its expected outcome: a picture with a green center, or a failure. */
export type SoakPage = {
  name: string;
  url: string;
  spec: Partial<RenderSpec>;
  probe: string | null;
  outcome: "green" | RenderErrorCode;
};

type Kind = Partial<Omit<SoakPage, "name" | "url">> & { html: string };

const body = `<body style="margin:0;background:green">`;
const whole = { screenshot: { format: "png", quality: 80, fullPage: true } } as const satisfies Partial<RenderSpec>;
/** Shorter than the API allows, because an endless page uses its whole timeout. */
const brief = { timeout: 4 } as const;

const kinds: Record<string, Kind> = {
  plain: { html: `${body}<h1>plain</h1>` },
  "as jpg": { html: body, spec: { screenshot: { format: "jpg", quality: 80, fullPage: false } } },
  "with extraction": {
    html: `${body}${"<p>text</p>".repeat(500)}`,
    probe: "document.documentElement.outerHTML.length",
  },
  "on a phone": { html: `<meta name=viewport content="width=device-width">${body}`, spec: { device: "iphone-15-pro" } },
  "whole page": {
    html: `${body}${`<div style="height:500px"></div><img loading=lazy width=9 height=9 src="/image.png">`.repeat(10)}`,
    spec: whole,
  },
  "very tall page": {
    html: `${body}<div style="height:40000px"></div>`,
    spec: { ...whole, viewport: { width: 200, height: 900 } },
  },
  "list without end": {
    html: `${body}<div style="height:900px"></div><script>onscroll = () => { if (scrollY + innerHeight > document.body.scrollHeight - 50) document.body.insertAdjacentHTML("beforeend", "<div style='height:300px'>") }</script>`,
    spec: whole,
  },
  "hidden and clicked": {
    html: `${body}<p>x</p><button>b</button>`,
    spec: { hideSelectors: ["p"], clickSelectors: ["button"] },
  },
  "missing selector": { html: body, spec: { clickSelectors: ["#nowhere"] }, outcome: "selector_not_found" },
  dialogs: { html: `${body}<script>alert(1); confirm(2); prompt(3)</script>` },
  popups: { html: `${body}<script>for (let i = 0; i < 20; i += 1) open("/popup?" + i)</script>` },
  "leaves unwillingly": {
    html: `${body}<script>onbeforeunload = (event) => { event.preventDefault(); return "stay" }; onpagehide = () => { while (true); }</script>`,
  },
  "starts a download": {
    html: `${body}<script>onload = () => { const a = document.createElement("a"); a.href = "/file"; a.download = "f"; a.click() }</script>`,
  },
  "animated with video": {
    html: `${body}<style>@keyframes turn { to { transform: rotate(1turn) } }</style><p style="animation:turn 1s infinite">x</p><video autoplay muted src="/never"></video>`,
    spec: brief,
  },
  "frames and workers": {
    html: `${body}<iframe src="/popup"></iframe><script>new Worker("data:text/javascript,while(true);")</script>`,
  },
  "large DOM": { html: `${body}<script>document.body.insertAdjacentHTML("beforeend", "<i></i>".repeat(5e4))</script>` },
  "asks without end": { html: `${body}<script>while (true) alert("again")</script>`, spec: brief },
  "spins while it loads": { html: `${body}<script>while (true);</script>`, spec: brief },
  "spins after it loaded": {
    html: `${body}<script>onload = () => setTimeout(() => { while (true); }, 0)</script>`,
    spec: brief,
  },
  "loads itself": { html: `${body}<script>onload = () => location.reload()</script>`, spec: brief },
  "meta refresh": { html: `<meta http-equiv=refresh content=0>${body}`, spec: brief },
  "never idle": {
    html: `${body}<script>setInterval(() => fetch("/popup?" + Math.random()), 50)</script>`,
    spec: { ...brief, waitUntil: "networkidle0" },
  },
  "image that never comes": { html: `${body}<img src="/never">`, spec: brief },
  "eats memory": {
    html: `${body}<script>const all = []; setInterval(() => { const piece = new Uint8Array(2 ** 25); piece.fill(1); all.push(piece) }, 20)</script>`,
    spec: { timeout: 10, waitUntil: "networkidle0" },
    probe: "new Promise(() => undefined)",
    outcome: "page_too_large",
  },
};

/** Addresses that answer with something other than a page. */
const others: Record<string, RenderErrorCode> = {
  "/pdf": "unsupported_content",
  "/file": "download_blocked",
  "/loop": "too_many_redirects",
  "/reset": "connection_failed",
  "/never": "navigation_timeout",
};

/** Serves every kind of page. */
export async function serveSoakPages(site: TargetSite): Promise<SoakPage[]> {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#008000" } })
    .png()
    .toBuffer();
  site.page("/popup", "popup");
  site.route("/image.png", (_request, response) => response.writeHead(200, { "content-type": "image/png" }).end(image));
  site.route("/pdf", (_request, response) =>
    response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
  );
  site.page("/file", "file", { headers: { "content-disposition": "attachment" } });
  site.route("/loop", (_request, response) => response.writeHead(302, { location: "/loop" }).end());
  site.route("/reset", (request) => request.socket.resetAndDestroy());
  site.route("/never", () => undefined);
  const pages = Object.entries(kinds).map(([name, { html, spec = {}, probe = null, outcome = "green" }], index) => {
    return { name, url: site.page(`/soak-${index}`, html), spec, probe, outcome };
  });
  const failing = Object.entries(others).map(([path, outcome]) => {
    return { name: path, url: site.url(path), spec: { timeout: 2 }, probe: null, outcome };
  });
  return [...pages, ...failing];
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CapturedPage } from "#activities/ports.ts";
import type { BlockKind } from "#schemas/renders/blocking.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { useResource } from "../support/useResource.ts";
import { blockingOf, openTestBrowser, picture, type Picture, type Rgb, type TestBrowser } from "./support.ts";

const folder = join(import.meta.dirname, "../fixtures/blocking");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60" fill="#f0f"/></svg>`;

/** A fixture on which every host name resolves to the pages and vendors of `test/fixtures/blocking`. */
export type BlockingBrowser = TestBrowser & {
  /** Renders a fixture page such as `ads/adsense` with these kinds blocked. */
  render(page: string, kinds: BlockKind[], spec?: Partial<RenderSpec> & { host?: string }): Promise<Rendering>;
};

type Rendering = {
  captured: CapturedPage;
  picture: Picture;
  /** Number of magenta pixels: content that must be blocked. */
  magenta: number;
  /** Number of green pixels: the page's own content. */
  green: number;
  /** Requested hosts other than the page's own, unique and sorted. */
  hosts: string[];
  /** Answers reported by the page's script: `/answer/rejected` → `rejected`. */
  answers: string[];
};

/** Names of the fixture pages of one folder. */
export function fixturePages(kind: string): string[] {
  return readdirSync(join(folder, kind)).map((file) => `${kind}/${file.replace(".html", "")}`);
}

/** Opens such a browser for the tests of the surrounding `describe`. */
export function useBlockingBrowser(): BlockingBrowser {
  return useResource(openBlockingBrowser);
}

async function openBlockingBrowser(): Promise<BlockingBrowser> {
  const browser = await openTestBrowser({ everyName: true });
  const { site } = browser;
  const local = (text: string) => text.replaceAll(/https:\/\/([a-z\d.-]+)/gu, `http://$1:${site.port}`);
  const read = (file: string) => local(readFileSync(join(folder, file), "utf8"));
  const vendorFiles = readdirSync(join(folder, "vendors"));
  site.elsewhere((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const wantsScript = request.headers.accept?.includes("text/html") !== true;
    const file = `${url.hostname}.${wantsScript ? "js" : "html"}`;
    if (url.pathname.endsWith(".svg")) response.writeHead(200, { "content-type": "image/svg+xml" }).end(svg);
    else if (vendorFiles.includes(file)) {
      response
        .writeHead(200, { "content-type": wantsScript ? "text/javascript" : "text/html" })
        .end(read(`vendors/${file}`));
    } else response.writeHead(204).end();
  });
  return {
    ...browser,
    async render(page, kinds, { host = "site.test", ...spec } = {}) {
      site.page(`/${page}`, read(`${page}.html`));
      const before = site.received().length;
      const captured = await browser.capture({
        url: site.url(`/${page}`, host),
        viewport: { width: 500, height: 600 },
        blocking: blockingOf(...kinds),
        ...spec,
      });
      const requests = site.received().slice(before);
      const image = await picture(captured);
      return {
        captured,
        picture: image,
        magenta: image.count(isMagenta),
        green: image.count(([red, green, blue]) => red === 0 && green === 128 && blue === 0),
        hosts: [...new Set(requests.map((request) => request.host.split(":")[0] ?? ""))]
          .filter((name) => name !== host)
          .toSorted(),
        answers: requests
          .map(({ path }) => /^\/answer\/(\w+)$/u.exec(path)?.[1])
          .filter((answer) => answer !== undefined),
      };
    },
  };
}

/** Magenta, also under a translucent backdrop over white. */
function isMagenta([red, green, blue]: Rgb): boolean {
  return red > 200 && blue > 200 && green < 200 && Math.abs(red - blue) < 30;
}

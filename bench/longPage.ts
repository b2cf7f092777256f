import sharp from "sharp";
import type { TargetSite } from "#test/support/targetSite.ts";

/** Blocks of the page: each has a lazy image, every other one a part that scrolling reveals. */
const images = 24;
const reveals = 12;
const height = 10_000;
const block = { top: 400, height: 400 };

/** How much of the page a picture shows. */
export type Completeness = { height: number; images: number; reveals: number };

export const complete: Completeness = { height, images, reveals };

/** Selector of the banner. The page's height is measured without it. */
export const bannerSelector = "#banner";

/**
 * Serves a page of 1280 × 10,000 px: lazy images that take 60 ms each, blocks that fade in when they are seen, a header
 * and a banner.
 */
export function serveLongPage(site: TargetSite): string {
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background: "#008000" } })
    .png()
    .toBuffer();
  for (let index = 0; index < images; index += 1) {
    site.route(`/image-${index}.png`, async (_request, response) => {
      const bytes = await image;
      setTimeout(() => response.writeHead(200, { "content-type": "image/png" }).end(bytes), 60);
    });
  }
  const blocks = Array.from({ length: images }, (_, index) => {
    const reveal = index % 2 === 0 ? `<div class=reveal></div>` : "";
    return `<section><img loading=lazy width=300 height=200 src="/image-${index}.png">${reveal}<p>${"A sentence of a page that is long. ".repeat(12)}</p></section>`;
  });
  site.page(
    "/long",
    `<style>
      body { margin: 0; font: 16px sans-serif } #banner { height: 180px; background: #ffd }
      header { position: sticky; top: 0; height: ${block.top}px } section { height: ${block.height}px; overflow: hidden }
      section img { float: left } .reveal { float: left; width: 300px; height: 200px; background: #00f; opacity: 0; transition: opacity 800ms } .seen { opacity: 1 }
    </style><div id=banner>We value your privacy. <button>Accept</button></div><header style="position:static">A long page</header>${blocks.join("")}
    <script>
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add("seen") });
      for (const element of document.querySelectorAll(".reveal")) observer.observe(element);
    </script>`,
  );
  return site.url("/long", "127.0.0.1");
}

/** Checks the center of every place where something must be. */
export async function inspectLongPage(picture: Uint8Array): Promise<Completeness> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const shows = (x: number, index: number, [red, green, blue]: readonly [number, number, number]) => {
    const offset = ((block.top + index * block.height + 100) * info.width + x) * info.channels;
    const wanted = [red, green, blue];
    return wanted.every((value, channel) => Math.abs((data[offset + channel] ?? -1_000) - value) < 30);
  };
  const all = Array.from({ length: images }, (_, index) => index);
  return {
    height: info.height,
    images: all.filter((index) => shows(150, index, [0, 128, 0])).length,
    reveals: all.filter((index) => shows(450, index, [0, 0, 255])).length,
  };
}

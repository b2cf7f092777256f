import type { ChangingSite } from "../../console/support/changingSite.ts";

/** A block that changes what a person sees of a page. */
export const cover = '<section style="background:#fc0;height:120px"><h2>New lamps</h2></section>';

/** A page with a heading and two links. */
export function plainPage(title: string, extra = ""): string {
  return `<!doctype html><html lang="en"><title>${title}</title><body style="margin:0;font:20px sans-serif">
    <main><h1>${title}</h1>${extra}<p>Each of our ${title} costs 39 euros, with shipping and taxes.</p></main>
    <nav><a href="/lamps">Lamps</a> <a href="/chairs">Chairs</a></nav></body></html>`;
}

/** Shows the pages that the calls need. */
export function showPages(site: ChangingSite): void {
  site.show("/lamps", plainPage("Lamps"));
  site.show("/chairs", plainPage("Chairs", cover));
}

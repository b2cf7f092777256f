import sharp from "sharp";

/** The cheapest page. It shows the cost of everything around the page. */
export const trivialPage = `<!doctype html><title>Trivial</title><style>body{font:20px sans-serif;margin:40px}</style><h1>A trivial page</h1><p>One heading, one paragraph.</p>`;

const paragraph = "A sentence of an article that somebody wrote and that somebody may read one day. ".repeat(6);
const links = Array.from({ length: 40 }, (_, index) => `<li><a href="/section/${index}">Section ${index}</a></li>`);
const sections = Array.from(
  { length: 20 },
  (_, index) => `<h2>Part ${index}</h2><p>${paragraph}</p><p>${paragraph}</p>`,
);

/** The body of an ordinary page: a menu, an article, and a script that builds a table of 200 rows. */
export const ordinaryPage = `<style>
  body { margin: 0; font: 16px/1.5 sans-serif } nav { background: #234 } nav a { color: #fff } nav ul { columns: 4 }
  main { display: grid; grid-template-columns: 2fr 1fr; gap: 24px; max-width: 1100px; margin: auto }
  td { border-bottom: 1px solid #ccc; padding: 4px 8px } tr:nth-child(even) { background: linear-gradient(#fff, #eee) }
</style>
<nav><ul>${links.join("")}</ul></nav><main><article>${sections.join("")}</article><aside><table id=table></table></aside></main>
<script>
  const rows = Array.from({ length: 200 }, (_, row) => [row, Math.sqrt(row).toFixed(4), new Date(row * 1e9).toISOString()]);
  for (const cells of rows) {
    const row = table.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
</script>`;

const text = "The ferry leaves the north quay when the tide allows it, and the lamps are lit from October to March. ";

/**
 * A page about as heavy as the web's median one (HTTP Archive: about 1,000 elements, 1 MB of pictures, 0.6 MB of
 * script). It is one file, so the browser is measured and not a server. It has a dozen photographs, a style sheet of
 * 1,000 rules, and a script that builds the page from its data.
 */
export async function usualPage(): Promise<string> {
  const photos = await Promise.all(Array.from({ length: 12 }, (_, index) => photo(index)));
  const rules = Array.from(
    { length: 1_000 },
    (_, index) => `.card-${index} > .body:not(:empty) { margin: ${index % 9}px; color: hsl(${index % 360} 40% 30%) }`,
  ).join("");
  const data = Array.from({ length: 2_500 }, (_, id) => ({
    id,
    name: `Offer ${id}`,
    about: text.repeat(2),
    price: id * 1.3,
  }));
  return `<!doctype html><title>Harbour offers</title><style>body { margin: 0; font: 16px/1.5 sans-serif } main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px } img { width: 100% }${rules}</style>
    <main id=offers></main><script type="application/json" id=data>${JSON.stringify(data)}</script><script>
    const photos = ${JSON.stringify(photos)};
    const offers = JSON.parse(document.getElementById("data").textContent).sort((a, b) => b.price - a.price);
    const shown = offers.filter(({ about }) => about.includes("tide")).slice(0, 150);
    document.getElementById("offers").innerHTML = shown.map(({ id, name, about, price }, index) => "<article class=card-" + id % 1000 + "><div class=body><h2>" + name + "</h2>" + (index < photos.length ? "<img src=" + photos[index] + ">" : "") + "<p>" + about + "</p><ul><li>" + price.toFixed(2) + "</li><li>" + id + "</li></ul></div></article>").join("");
  </script>`;
}

/** A picture like a photograph: no two neighboring pixels are the same. */
async function photo(index: number): Promise<string> {
  const noise = { type: "gaussian", mean: 90 + 10 * index, sigma: 40 } as const;
  const bytes = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: "#357", noise } })
    .blur(2)
    .jpeg({ quality: 70 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

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

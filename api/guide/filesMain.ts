import { mkdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Html } from "#markup/html.ts";
import { readDocuments } from "./documents.ts";
import { layOutGuide } from "./page.ts";

/**
 * Writes the guide as files that any web server can serve: `npm run guide -- DIR`. The search runs in the browser, by the
 * same code as in the service.
 */
async function writeGuide(directory: string): Promise<void> {
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(path.join(directory, name), content);
  };
  await mkdir(path.join(directory, "pictures"), { recursive: true });
  const { groups, home, pages, pictures } = await readDocuments();
  const layOut = (page: { name: string | null; title: string; body: Html }) => asFile(layOutGuide({ ...page, groups }));
  await write("index.html", layOut({ ...home, name: "" }));
  await write("search.html", layOut({ name: null, title: "Search", body: new Html(searchScript) }));
  await write("sections.json", JSON.stringify(pages.map(({ name, title, sections }) => ({ name, title, sections }))));
  for (const page of pages) await write(`${page.name}.html`, layOut(page));
  for (const { name, bytes } of pictures) await write(`pictures/${name}`, bytes);
  for (const name of ["search", "staticSearch"]) {
    const source = await readFile(path.join(import.meta.dirname, `${name}.ts`), "utf8");
    await write(`${name}.js`, stripTypeScriptTypes(source).replaceAll(/(from "\.\/\w+)\.ts"/gu, '$1.js"'));
  }
  await write("minisearch.js", await readFile(fileURLToPath(import.meta.resolve("minisearch"))));
}

const searchScript = `<p>Searching …</p>
<script type="importmap">{ "imports": { "minisearch": "./minisearch.js" } }</script>
<script type="module" src="staticSearch.js"></script>`;

/** A page whose links lead to files beside it. Those to the console and the API reference need a service, so they go. */
function asFile(page: Buffer): string {
  return page
    .toString()
    .replaceAll(/<a href="\/(?:console|docs)">[^<]*<\/a>/gu, "")
    .replaceAll('action="/guide"', 'action="search.html"')
    .replaceAll('href="/guide"', 'href="index.html"')
    .replaceAll(/(src|srcset)="\/guide\//gu, '$1="')
    .replaceAll(/href="\/guide\/([\w-]+)/gu, 'href="$1.html');
}

const [directory, ...rest] = process.argv.slice(2);
if (directory === undefined || rest.length > 0) {
  console.error("Usage: npm run guide -- DIR");
  process.exitCode = 2;
} else await writeGuide(path.resolve(directory));

import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderGuide } from "#api/guide/render.ts";
import { guideOf, guideParts } from "#console/format/guide.ts";
import { useApi } from "./support/useApi.ts";

const folder = path.resolve(import.meta.dirname, "../../docs");
const bodyOf = (name: string): string =>
  renderGuide(readFileSync(path.join(folder, `${name}.md`), "utf8")).body.toString();

describe("the guide", () => {
  const { api } = useApi();

  it("serves each document as a page that runs no script", async () => {
    const names = readdirSync(folder).filter((file) => file.endsWith(".md"));
    expect(names).to.not.have.length(0);
    for (const file of names) {
      const reply = await fetch(`${api.url}/docs/guide/${file.slice(0, -3)}`);
      expect([reply.status, reply.headers.get("content-type")], file).to.deep.equal([200, "text/html; charset=utf-8"]);
      expect(reply.headers.get("content-security-policy")).to.match(/^default-src 'none'; style-src 'sha256-/);
    }
    for (const missing of ["none", "..%2fpackage", "console.md"])
      expect((await fetch(`${api.url}/docs/guide/${missing}`)).status, missing).to.equal(404);
  });

  it("links pages and pictures that exist", async () => {
    const reply = await fetch(`${api.url}/docs/guide/console`);
    const links = [...(await reply.text()).matchAll(/(?:src|srcset|href)="(\/docs\/guide\/[^"#]+)/g)].map(
      ([, link = ""]) => link,
    );
    expect(links.filter((link) => link.includes("/pictures/"))).to.not.have.length(0);
    for (const link of new Set(links)) expect((await fetch(api.url + link)).status, link).to.equal(200);
  });

  it("has the part that each screen of the console links", () => {
    for (const [screen, part] of guideParts) {
      const [name = "", anchor] = part.split("#");
      const body = bodyOf(name);
      if (anchor !== undefined) expect(body, screen).to.include(`id="${anchor}"`);
    }
    expect(guideOf("/monitors/0199/runs/0199")).to.equal("/docs/guide/monitors");
    expect(guideOf("/monitors/sitemaps/new")).to.equal("/docs/guide/many-monitors#from-a-sitemap");
    expect(guideOf("/")).to.equal("/docs/guide/console");
  });

  it("keeps tables, code and links to other documents, and drops links to files of the repository", () => {
    const { title, body } = renderGuide(
      "# A & B\n\n| a |\n| - |\n| `<b>` |\n\n[Limits](limits.md#prices) [Code](../api/app.ts) [Site](https://example.com)\n",
    );
    expect(title).to.equal("A & B");
    expect(body.toString())
      .to.include('<h1 id="a--b">')
      .and.include("<code>&#x3C;b></code>")
      .and.include('<a href="/docs/guide/limits#prices">Limits</a> <span>Code</span> <a href="https://example.com">');
  });
});

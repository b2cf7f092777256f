import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readContents } from "#api/guide/contents.ts";
import { guidePolicy } from "#api/guide/page.ts";
import { renderGuide } from "#api/guide/render.ts";
import { guideOf, guideParts } from "#console/format/guide.ts";
import { useApi } from "./support/useApi.ts";

const folder = path.resolve(import.meta.dirname, "../../docs");
const bodyOf = (name: string): string =>
  renderGuide(readFileSync(path.join(folder, `${name}.md`), "utf8")).body.toString();

describe("the guide", () => {
  const { api } = useApi();

  it("serves each document as a page that runs no script", async () => {
    const names = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
    expect(names).to.not.have.length(0);
    for (const file of names) {
      const reply = await fetch(`${api.url}/guide/${file.slice(0, -3)}`);
      expect([reply.status, reply.headers.get("content-type")], file).to.deep.equal([200, "text/html; charset=utf-8"]);
      expect(reply.headers.get("content-security-policy")).to.match(/^default-src 'none'; style-src 'sha256-/);
    }
    for (const missing of ["none", "..%2fpackage", "console.md"])
      expect((await fetch(`${api.url}/guide/${missing}`)).status, missing).to.equal(404);
  });

  it("lists each document once, in groups, under the title that it has itself", async () => {
    const groups = readContents(readFileSync(path.join(folder, "README.md"), "utf8"));
    const listed = groups.flatMap(({ pages }) => pages);
    const names = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
    expect(listed.map(({ name }) => `${name}.md`)).to.have.members(names);
    for (const { name, title } of listed) {
      const document = renderGuide(readFileSync(path.join(folder, `${name}.md`), "utf8"));
      expect(document.title, name).to.equal(title);
    }
    const reply = await fetch(`${api.url}/guide`);
    expect(reply.headers.get("content-security-policy")).to.equal(guidePolicy);
    const home = await reply.text();
    for (const { name, title } of listed) expect(home).to.include(`<a href="/guide/${name}">${title.split("&")[0]}`);
  });

  it("finds sections by words, by their beginnings and with a typing error, the best first", async () => {
    const hits = async (query: string) => {
      const reply = await fetch(`${api.url}/guide?q=${encodeURIComponent(query)}`);
      expect([reply.status, reply.headers.get("content-security-policy")]).to.deep.equal([200, guidePolicy]);
      const page = await reply.text();
      return [...page.matchAll(/<ol class="hits">.*<\/ol>/gs)].flatMap(([list]) =>
        [...list.matchAll(/<a href="([^"]+)">([^<]*)</g)].map(([, address = "", title = ""]) => ({ address, title })),
      );
    };
    expect((await hits("quiet hours")).map(({ address }) => address)).to.include("/guide/monitor-alerts#quiet-hours");
    const [first] = await hits("rotating keys");
    expect(first?.address).to.match(/^\/guide\/rotating-keys#/);
    expect((await hits("rotatin keyz")).map(({ address }) => address.split("#")[0])).to.include("/guide/rotating-keys");
    for (const { address } of await hits("webhook")) {
      const [page = "", anchor] = address.split("#");
      expect(bodyOf(page.slice("/guide/".length)), address).to.include(`id="${anchor}"`);
    }
  });

  it("keeps hostile and long searches harmless", async () => {
    for (const query of ["<script>alert(1)</script>", "*+(?:", "a ".repeat(300), "w".repeat(900), "zz qq xx"]) {
      const started = performance.now();
      const reply = await fetch(`${api.url}/guide?q=${encodeURIComponent(query)}`);
      expect(reply.status, query).to.equal(200);
      expect(await reply.text())
        .to.include("</main>")
        .and.not.include("<script");
      expect(performance.now() - started).to.be.below(5_000);
    }
    expect(await (await fetch(`${api.url}/guide?q=zzqq`)).text()).to.include("No page has “zzqq”");
    expect((await fetch(`${api.url}/guide?q=${"w".repeat(1_001)}`)).status).to.equal(400);
  });

  it("links pages and pictures that exist", async () => {
    const reply = await fetch(`${api.url}/guide/console`);
    const links = [...(await reply.text()).matchAll(/(?:src|srcset|href)="(\/guide\/[^"#]+)/g)].map(
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
    expect(guideOf("/monitors/0199/runs/0199")).to.equal("/guide/monitors");
    expect(guideOf("/monitors/sitemaps/new")).to.equal("/guide/many-monitors#from-a-sitemap");
    expect(guideOf("/")).to.equal("/guide/console");
  });

  it("keeps tables, code and links to other documents, and drops links to files of the repository", () => {
    const { title, body } = renderGuide(
      "# A & B\n\n| a |\n| - |\n| `<b>` |\n\n[Limits](limits.md#prices) [Code](../api/app.ts) [Site](https://example.com)\n",
    );
    expect(title).to.equal("A & B");
    expect(body.toString())
      .to.include('<h1 id="a--b">')
      .and.include("<code>&#x3C;b></code>")
      .and.include('<a href="/guide/limits#prices">Limits</a> <span>Code</span> <a href="https://example.com">');
  });
});

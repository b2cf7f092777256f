import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { tools } from "#mcp/tools.ts";
import { folders } from "../../oxlint.config.ts";

const root = path.join(import.meta.dirname, "..", "..");
const documents = globSync(["*.md", "docs/*.md", "*/README.md"], { cwd: root });
const {
  scripts,
}: {
  scripts: Record<string, string>;
} = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** Every match of a pattern in a text, by its first group. */
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the documentation", () => {
  for (const document of documents) {
    it(`names only files and scripts that are there: ${document}`, () => {
      const text = readFileSync(path.join(root, document), "utf8");
      const links = allOf(text, /\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)/g).map((to) =>
        path.join(path.dirname(document), to),
      );
      const pictures = allOf(text, /(?:src|srcset)="(?!https?:)([^"]+)"/g).map((to) =>
        path.join(path.dirname(document), to),
      );
      const tests = allOf(text, /\b(test\/[\w/-]+\.ts)\b/g);
      expect([...links, ...pictures, ...tests].filter((file) => !existsSync(path.join(root, file)))).to.deep.equal([]);
      expect(allOf(text, /\bnpm run (?:--[\w-]+ )*(\w[\w:-]*)/g).filter((name) => !(name in scripts))).to.deep.equal(
        [],
      );
    });

    it(`uses no name in a command that it does not define: ${document}`, () => {
      const commands = allOf(readFileSync(path.join(root, document), "utf8"), /^ *```sh\n(.*?)^ *```/gms).join("");
      const defined = new Set(allOf(commands, /^\s*(?:export )?([A-Z_]+)=/gm));
      expect(allOf(commands, /\$([A-Z_]+)/g).filter((name) => !defined.has(name))).to.deep.equal([]);
    });

    it(`is laid out as it is meant, with whole tables and no quotation: ${document}`, () => {
      const text = readFileSync(path.join(root, document), "utf8");
      const blocks = blocksOf(unified().use(remarkParse).use(remarkGfm).parse(text));
      const broken = blocks.filter(
        ({ type, position }) =>
          type === "blockquote" || /^\|/m.test(text.slice(position?.start.offset, position?.end.offset)),
      );
      expect(broken.map(({ position }) => position?.start.line)).to.deep.equal([]);
    });
  }
});

describe("the first page", () => {
  const text = readFileSync(path.join(root, "README.md"), "utf8");

  it("is read in minutes: at most 900 words", () => {
    expect(text.split(/\s+/u).filter((word) => word !== "").length).to.be.at.most(900);
  });

  for (const document of documents.filter((name) => name.startsWith("docs/")))
    it(`leads to documents of at most 2,000 words: ${document}`, () => {
      const words = readFileSync(path.join(root, document), "utf8").split(/\s+/u);
      expect(words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length).to.be.at.most(2_000);
    });

  it("leads to every document, or to one that does", () => {
    const linksOf = (name: string) =>
      allOf(readFileSync(path.join(root, name), "utf8"), /\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)/g).map((to) =>
        path.join(path.dirname(name), to),
      );
    const direct = linksOf("README.md");
    const reached = new Set([...direct, ...direct.filter((name) => name.endsWith(".md")).flatMap(linksOf)]);
    expect(documents.filter((name) => name.startsWith("docs/") && !reached.has(name))).to.deep.equal([]);
  });
});

describe("facts of the documents", () => {
  it("count the tools of agents", () => {
    const said = documents.flatMap((name) => allOf(readFileSync(path.join(root, name), "utf8"), /\b(\d+) tools\b/g));
    expect(new Set(said)).to.deep.equal(new Set([String(tools.length)]));
  });

  it("are in every folder of code", () => {
    const missing = Object.keys(folders).filter(
      (folder) => !existsSync(path.join(root, folder.split("/")[0] ?? "", "README.md")),
    );
    expect(missing).to.deep.equal([]);
  });
});

describe("the pictures of the documents", () => {
  const names = globSync("docs/pictures/*", { cwd: root });

  it("are small", () => {
    const sizes = names.map((name) => statSync(path.join(root, name)).size);
    expect(Math.max(...sizes)).to.be.below(150_000);
    expect(sizes.reduce((total, size) => total + size, 0)).to.be.below(1_500_000);
  });

  it("are all shown, each in the light and the dark theme, with words for those who do not see them", () => {
    const shown = documents.flatMap((document) =>
      allOf(readFileSync(path.join(root, document), "utf8"), /(<picture>.*?<\/picture>)/g).map((picture) => {
        const [dark = ""] = allOf(picture, /media="\(prefers-color-scheme: dark\)" srcset="([^"]+)-dark\.webp"/g);
        expect(picture).to.match(/alt="[^"]{20,}"/);
        expect(picture).to.include(`src="${dark}-light.webp"`);
        return path.join(path.dirname(document), dark);
      }),
    );
    const wanted = [...new Set(shown)].flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]);
    expect(wanted.toSorted()).to.deep.equal(names.toSorted());
  });
});

/** Paragraphs and quotations, at whatever depth. */
function blocksOf(node: Nodes): Nodes[] {
  if (node.type === "paragraph" || node.type === "blockquote") return [node];
  return "children" in node ? node.children.flatMap(blocksOf) : [];
}

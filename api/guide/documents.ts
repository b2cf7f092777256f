import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type ContentsGroup, readContents } from "./contents.ts";
import { type GuidePage, renderGuide } from "./render.ts";

const folder = path.resolve(import.meta.dirname, "../../docs");

/** The contents of the guide, its documents in their order, and their pictures. */
type Documents = {
  groups: readonly ContentsGroup[];
  home: GuidePage;
  pages: readonly (GuidePage & { name: string })[];
  pictures: readonly { name: string; bytes: Buffer }[];
};

/** Reads and renders `docs/`. */
export async function readDocuments(): Promise<Documents> {
  const read = (name: string) => readFile(path.join(folder, `${name}.md`), "utf8");
  const contents = await read("README");
  const groups = readContents(contents);
  const names = groups.flatMap(({ pages }) => pages.map(({ name }) => name));
  const pictures = await readdir(path.join(folder, "pictures"));
  return {
    groups,
    home: renderGuide(contents),
    pages: await Promise.all(names.map(async (name) => ({ name, ...renderGuide(await read(name)) }))),
    pictures: await Promise.all(
      pictures.map(async (name) => ({ name, bytes: await readFile(path.join(folder, "pictures", name)) })),
    ),
  };
}

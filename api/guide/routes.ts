import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Type } from "typebox";
import { open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import { encodedBytes, respondWith, type StaticBytes, staticBytesOf } from "../http/staticBytes.ts";
import { guidePolicy, layOutGuide } from "./page.ts";
import { renderGuide } from "./render.ts";

const folder = path.resolve(import.meta.dirname, "../../docs");

type Guide = { pages: ReadonlyMap<string, StaticBytes>; pictures: ReadonlyMap<string, StaticBytes> };

let guide: Promise<Guide> | null = null;

/** The documents as pages, made at the first call. The documents change with the product alone. */
function readGuide(): Promise<Guide> {
  guide ??= makeGuide().catch((error: unknown) => {
    guide = null;
    throw error;
  });
  return guide;
}

async function makeGuide(): Promise<Guide> {
  const [files, pictures] = await Promise.all([readdir(folder), readdir(path.join(folder, "pictures"))]);
  const names = files.filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -".md".length));
  const rendered = await Promise.all(
    names.map(async (name) => ({ name, ...renderGuide(await readFile(path.join(folder, `${name}.md`), "utf8")) })),
  );
  const pages = rendered.map(({ name, title }) => ({ name, title })).toSorted((a, b) => a.title.localeCompare(b.title));
  return {
    pages: new Map(rendered.map((page) => [page.name, staticBytesOf(layOutGuide({ ...page, pages }))])),
    pictures: new Map(
      await Promise.all(
        pictures.map(async (name): Promise<[string, StaticBytes]> => {
          const bytes = await readFile(path.join(folder, "pictures", name));
          return [name, { compressed: [], plain: encodedBytes(bytes, null) }];
        }),
      ),
    ),
  };
}

const shared = {
  method: "GET",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  query: Type.Object({}, linkQuery),
  errors: ["not_found"],
} as const;

const unchanged = { description: "The client already has these bytes.", headers: ["Cache-Control", "ETag"] } as const;

const getGuidePage = defineRoute({
  ...shared,
  id: "getGuidePage",
  summary: "A page of the guide",
  path: "/docs/guide/:name",
  params: Type.Object({ name: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  responses: {
    200: { description: "The page.", bytes: ["text/html"], headers: ["Cache-Control", "ETag"] },
    304: unchanged,
  },
  async handle({ exchange, params }) {
    const page = (await readGuide()).pages.get(params.name);
    if (page === undefined) throw new ApiError("not_found");
    const reply = respondWith(exchange, page, "text/html; charset=utf-8");
    return { ...reply, headers: { ...reply.headers, "Content-Security-Policy": guidePolicy } };
  },
});

const getGuidePicture = defineRoute({
  ...shared,
  id: "getGuidePicture",
  summary: "A picture of the guide",
  path: "/docs/guide/pictures/:name",
  params: Type.Object({ name: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  responses: {
    200: { description: "The picture.", bytes: ["image/webp"], headers: ["Cache-Control", "ETag"] },
    304: unchanged,
  },
  async handle({ exchange, params }) {
    const picture = (await readGuide()).pictures.get(params.name);
    if (picture === undefined) throw new ApiError("not_found");
    return respondWith(exchange, picture, "image/webp");
  },
});

/** The routes of the guide: `docs/*.md` as pages. The OpenAPI document omits them, as they are pages for people. */
export const guideRoutes = [getGuidePage, getGuidePicture];

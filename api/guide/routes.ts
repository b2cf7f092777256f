import { Type } from "typebox";
import { open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import type { Exchange } from "../http/exchange.ts";
import { encodedBytes, respondWith, type StaticBytes, staticBytesOf } from "../http/staticBytes.ts";
import type { ContentsGroup } from "./contents.ts";
import { readDocuments } from "./documents.ts";
import { guidePolicy, layOutGuide, layOutHits, maxQueryChars } from "./page.ts";
import { type GuideSearch, openSearch } from "./search.ts";

type Guide = {
  home: StaticBytes;
  pages: ReadonlyMap<string, StaticBytes>;
  pictures: ReadonlyMap<string, StaticBytes>;
  groups: readonly ContentsGroup[];
  search: GuideSearch;
};

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
  const { groups, home, pages, pictures } = await readDocuments();
  return {
    groups,
    search: openSearch(pages),
    home: staticBytesOf(layOutGuide({ ...home, name: "", groups })),
    pages: new Map(pages.map((page) => [page.name, staticBytesOf(layOutGuide({ ...page, groups }))])),
    pictures: new Map(pictures.map(({ name, bytes }) => [name, { compressed: [], plain: encodedBytes(bytes, null) }])),
  };
}

const routeDefaults = {
  method: "GET",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  query: Type.Object({}, linkQuery),
  errors: ["not_found"],
} as const;

const unchangedReply = {
  description: "The client already has these bytes.",
  headers: ["Cache-Control", "ETag"],
} as const;

const page = {
  200: { description: "The page.", bytes: ["text/html"], headers: ["Cache-Control", "ETag"] },
  304: unchangedReply,
} as const;

/** Replies with a page of the guide. */
function respondWithPage(exchange: Exchange, bytes: StaticBytes) {
  const reply = respondWith(exchange, bytes, "text/html; charset=utf-8");
  return { ...reply, headers: { ...reply.headers, "Content-Security-Policy": guidePolicy } };
}

const getGuide = defineRoute({
  ...routeDefaults,
  id: "getGuide",
  summary: "The contents of the guide, or what a search finds in it",
  path: "/guide",
  query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 1_000 })) }, linkQuery),
  responses: page,
  async handle({ exchange, query }) {
    const { home, groups, search } = await readGuide();
    const words = (query.q ?? "").slice(0, maxQueryChars).toWellFormed().trim();
    if (words === "") return respondWithPage(exchange, home);
    const title = `${words} in the guide`;
    const found = layOutGuide({ name: null, title, body: layOutHits(words, search(words)), groups, query: words });
    return respondWithPage(exchange, { compressed: [], plain: encodedBytes(found, null) });
  },
});

const getGuidePage = defineRoute({
  ...routeDefaults,
  id: "getGuidePage",
  summary: "A page of the guide",
  path: "/guide/:name",
  params: Type.Object({ name: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  responses: page,
  async handle({ exchange, params }) {
    const bytes = (await readGuide()).pages.get(params.name);
    if (bytes === undefined) throw new ApiError("not_found");
    return respondWithPage(exchange, bytes);
  },
});

const getGuidePicture = defineRoute({
  ...routeDefaults,
  id: "getGuidePicture",
  summary: "A picture of the guide",
  path: "/guide/pictures/:name",
  params: Type.Object({ name: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  responses: {
    200: { description: "The picture.", bytes: ["image/webp"], headers: ["Cache-Control", "ETag"] },
    304: unchangedReply,
  },
  async handle({ exchange, params }) {
    const picture = (await readGuide()).pictures.get(params.name);
    if (picture === undefined) throw new ApiError("not_found");
    return respondWith(exchange, picture, "image/webp");
  },
});

/** The routes of the guide: `docs/*.md` as pages. The OpenAPI document omits them, as they are pages for people. */
export const guideRoutes = [getGuide, getGuidePage, getGuidePicture];

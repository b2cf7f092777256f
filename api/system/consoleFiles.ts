import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { Type } from "typebox";
import { html } from "#markup/html.ts";
import { open } from "../http/auth.ts";
import { type StaticBytes, staticBytesOf, encodedBytes, respondWith } from "../http/staticBytes.ts";
import { ApiError } from "../http/errors.ts";
import type { Exchange } from "../http/exchange.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import { renderPage } from "../http/plainPage.ts";
import type { ApiPorts } from "../ports.ts";

/** The policy of the console's pages: files of this service only, and no inline script or style. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
/** Extensions of files that are compressed already. */
const dense: ReadonlySet<string> = new Set([".png", ".woff2"]);

type File = { content: StaticBytes; contentType: string };
type Files = ReadonlyMap<string, File>;

/** The files of a build by their path with slashes. Empty without a build. */
async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const shown = entries.filter((entry) => entry.isFile() && Object.hasOwn(contentTypes, path.extname(entry.name)));
  return new Map(
    await Promise.all(
      shown.map(async (entry): Promise<[string, File]> => {
        const name = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, name).replaceAll("\\", "/"), await toFile(name)];
      }),
    ),
  );
}

async function toFile(name: string): Promise<File> {
  const extension = path.extname(name);
  const bytes = await readFile(name);
  const contentType = contentTypes[extension] ?? "application/octet-stream";
  if (dense.has(extension)) return { content: { compressed: [], plain: encodedBytes(bytes, null) }, contentType };
  // Quality 11, the default, takes ten times as long and saves a further twelfth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const brotli = encodedBytes(await promisify(brotliCompress)(bytes, { params }), "br");
  const { compressed, plain } = staticBytesOf(bytes);
  return { content: { compressed: [brotli, ...compressed], plain }, contentType };
}

const builds = new WeakMap<ApiPorts, Promise<Files>>();

/** The files of the build, read at the first call. */
async function filesFor(ports: ApiPorts): Promise<Files> {
  const known = builds.get(ports) ?? readFiles(ports.consoleFolder);
  builds.set(ports, known);
  // A failed read is not kept: the next request reads again.
  known.catch(() => builds.delete(ports));
  const files = await known;
  // A missing build may appear while the API runs.
  if (!files.has("index.html")) builds.delete(ports);
  return files;
}

function replyWithPage(exchange: Exchange, files: Files) {
  const file = files.get("index.html");
  if (file === undefined) return notBuilt();
  const reply = respondWith(exchange, file.content, file.contentType);
  return { ...reply, headers: { ...reply.headers, "Content-Security-Policy": consolePolicy } };
}

function notBuilt() {
  const body = html`<p>The console is not built. Run <code>npm run console:build</code>, then reload this page.</p>`;
  return { status: 200, ...renderPage({ title: "Watchframe", body, formAction: "'none'", isFront: true }) } as const;
}

const routeDefaults = {
  method: "GET",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  // The console's own router reads the query.
  query: Type.Object({}, linkQuery),
  errors: [],
  responses: {
    200: { description: "The file.", bytes: ["text/html"], headers: ["Cache-Control", "ETag"] },
    304: { description: "The client already has these bytes.", headers: ["Cache-Control", "ETag"] },
  },
} as const;

const getPage = defineRoute({
  ...routeDefaults,
  id: "getConsolePage",
  summary: "The page of the console",
  path: "/console",
  handle: async ({ exchange }, ports) => replyWithPage(exchange, await filesFor(ports)),
});

const getFile = defineRoute({
  ...routeDefaults,
  id: "getConsoleFile",
  summary: "A file of the console, or its page",
  path: "/console/*path",
  params: Type.Object({ path: Type.String({ maxLength: 2048 }) }),
  async handle({ exchange, params }, ports) {
    const files = await filesFor(ports);
    const file = files.get(params.path);
    // An old page may ask for a file of the build before.
    if (file === undefined && params.path.startsWith("assets/")) throw new ApiError("not_found");
    if (file === undefined || params.path === "index.html") return replyWithPage(exchange, files);
    const reply = respondWith(exchange, file.content, file.contentType);
    return { ...reply, headers: { ...reply.headers, ...cachingOf(params.path) } };
  },
});

/** The names of assets have a hash of their content, so they never change. */
function cachingOf(name: string): { "Cache-Control"?: string } {
  return name.startsWith("assets/") ? { "Cache-Control": "public, max-age=31536000, immutable" } : {};
}

/**
 * The routes of the console's files. The console's own router shows the screens, so every path that is no file gets the
 * same page. The files are parts of that page, so the OpenAPI document omits these routes.
 */
export const consoleRoutes = [getPage, getFile];

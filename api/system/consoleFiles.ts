import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { html } from "#markup/html.ts";
import { open } from "../http/auth.ts";
import { type Constant, constantOf, replyWith } from "../http/constant.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute, linkQuery, noRequestBody, none } from "../http/route.ts";
import { layOut } from "../http/smallPage.ts";

/** The build of the console. */
const folder = path.resolve(import.meta.dirname, "..", "..", "console", "dist");

/** What the console's pages may load and run: files of this service only, and no inline script or style. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
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
  ".woff2": "font/woff2",
};

type File = { constant: Constant; contentType: string };
let files: ReadonlyMap<string, File> | undefined;

/** The files of the build by their path, read at the first call. Empty without a build. */
function readFiles(): ReadonlyMap<string, File> {
  if (files !== undefined) return files;
  const read = new Map<string, File>();
  for (const name of existsSync(folder) ? globSync("**/*.{html,js,css,svg,woff2}", { cwd: folder }) : []) {
    const contentType = contentTypes[path.extname(name)] ?? "application/octet-stream";
    read.set(name.replaceAll("\\", "/"), { constant: constantOf(readFileSync(path.join(folder, name))), contentType });
  }
  // A missing build may appear while the API runs.
  if (read.size > 0) files = read;
  return read;
}

const shared = {
  method: "GET",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  // The console's own router reads the query.
  query: Type.Object({}, linkQuery),
  body: noRequestBody,
  errors: [],
  responses: {
    200: { description: "The file.", bytes: ["text/html"], headers: ["Cache-Control", "ETag"] },
    304: { description: "The client already has these bytes.", headers: ["Cache-Control", "ETag"] },
  },
} as const;

const page = {
  id: "getConsolePage",
  summary: "A page of the console",
  handle: ({ exchange }: { exchange: Parameters<typeof replyWith>[0] }) => {
    const file = readFiles().get("index.html");
    if (file === undefined) return notBuilt();
    const reply = replyWith(exchange, file.constant, file.contentType);
    return { ...reply, headers: { ...reply.headers, "Content-Security-Policy": consolePolicy } };
  },
};

function notBuilt() {
  const body = html`<p>The console is not built. Run <code>npm run console:build</code>, then reload this page.</p>`;
  return { status: 200, ...layOut({ title: "Watchframe", body, formAction: "'none'" }) } as const;
}

/**
 * The routes of the console's files. The console's own router shows the screens, so every path that is no file gets the
 * same page. The files are parts of that page, so the OpenAPI document omits these routes.
 */
export const consoleRoutes = [
  defineRoute({ ...shared, ...page, path: "/console", params: none }),
  defineRoute({
    ...shared,
    ...page,
    path: "/console/*path",
    params: Type.Object({ path: Type.String({ maxLength: 2048 }) }),
    handle(input) {
      const file = readFiles().get(input.params.path);
      if (file !== undefined) {
        const reply = replyWith(input.exchange, file.constant, file.contentType);
        return { ...reply, headers: { ...reply.headers, ...cachingOf(input.params.path) } };
      }
      // An old page may ask for a file of the build before.
      if (input.params.path.startsWith("assets/")) throw new ApiError("not_found");
      return page.handle(input);
    },
  }),
];

/** The names of assets have a hash of their content, so they never change. */
function cachingOf(name: string): { "Cache-Control"?: string } {
  return name.startsWith("assets/") ? { "Cache-Control": "public, max-age=31536000, immutable" } : {};
}

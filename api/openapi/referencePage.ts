import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { html } from "#markup/html.ts";
import type { OpenApiDocument } from "./types.ts";

/** Path of the script that shows the document: Redoc, served from the installed package. */
export const referenceScriptPath = "/docs/redoc.js";

/** The reference page's bytes and the policy under which a browser shows it. */
export type ReferencePage = { bytes: Buffer; contentSecurityPolicy: string };

/**
 * The page that shows `/openapi.json` with Redoc. Redoc inserts styles at run time and takes their nonce from the page.
 * The page is the same for every reader, so one nonce per process is enough. The policy blocks every other host, which
 * includes Redoc's telemetry (also switched off).
 */
export function referencePage({ info }: OpenApiDocument): ReferencePage {
  const nonce = randomBytes(16).toString("base64");
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />
        <title>${info.title} API</title>
        <style nonce="${nonce}">
          h1 {
            overflow-wrap: break-word !important;
            word-break: normal !important;
          }
          @media (max-width: 30rem) {
            h1 {
              font-size: 1.75rem !important;
            }
          }
        </style>
        <script type="module" src="${referenceScriptPath}"></script>
      </head>
      <body>
        <noscript>This page needs JavaScript. The same document: <a href="/openapi.json">openapi.json</a>.</noscript>
        <redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>
      </body>
    </html> `;
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return { bytes: Buffer.from(page.toString()), contentSecurityPolicy: directives.join("; ") };
}

/** Follows the device from light to dark while the page is open. Redoc itself looks once, at its start. */
const followDevice = `
{
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => {
    const { classList } = document.documentElement;
    classList.remove("light", "dark");
    classList.add(dark.matches ? "dark" : "light");
  });
}`;

/** Both forms of the vendor's logo, which the policy would refuse. An empty picture makes Redoc leave it out. */
const vendorLogos = ["logo-mini-full.svg", "logo-mini.svg"].map((name) => `https://cdn.redoc.ly/redoc/${name}`);

/** Redoc's bundle from the installed package, without its vendor's logo. */
export function readReferenceScript(): Buffer {
  const bundle = readFileSync(fileURLToPath(import.meta.resolve("redoc/bundles/redoc.standalone.js")), "utf8");
  return Buffer.from(vendorLogos.reduce((text, logo) => text.replaceAll(logo, "data:,"), bundle) + followDevice);
}

import { createHash } from "node:crypto";
import { escapeHtml } from "#markup/html.ts";
import { apiErrors, errorTypes, renderErrors } from "#schemas/errors.ts";
import { type Located, operationSection } from "./operationSection.ts";
import { fieldsTable } from "./schemaTable.ts";
import { anchor, inline, prose, style } from "./style.ts";
import type { OpenApiDocument } from "./types.ts";

/** The page's bytes, and the policy under which a browser shows it: its own style, nothing from elsewhere, no script. */
export type DocsPage = { bytes: Buffer; contentSecurityPolicy: string };

/** The interface as one page to read; made from the document alone, with no asset of its own or of others. */
export function renderPage(document: OpenApiDocument): DocsPage {
  const links = navigation(document);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title><style>${style}</style></head>
<body><nav class="folded"><details><summary>Contents</summary>${links}</details></nav><nav class="side">${links}</nav><main>${introduction(document)}${operations(document)}${webhooks(document)}${errorCodes()}${schemas(document)}</main></body></html>`;
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    bytes: Buffer.from(html),
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
}

function located(document: OpenApiDocument, tag: string): Located[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ method, path, operation }] : [],
    ),
  );
}

function navigation(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name }) => {
    const links = located(document, name).map(
      ({ method, operation }) =>
        `<a href="#${anchor("op", operation.operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> ${inline(operation.summary)}</a>`,
    );
    return links.length === 0 ? "" : `<h2>${escapeHtml(name)}</h2>${links.join("")}`;
  });
  return `<a class="brand" href="#top">${escapeHtml(document.info.title)} <span class="dim">API ${escapeHtml(document.info.version)}</span></a>${groups.join("")}
<h2>Reference</h2><a href="#webhooks">Webhooks</a><a href="#errors">Error codes</a><a href="#schemas">Schemas</a><a href="/openapi.json">openapi.json</a>`;
}

function introduction({ info, servers }: OpenApiDocument): string {
  return `<header id="top"><h1>${escapeHtml(info.title)} API</h1><p class="summary">${inline(info.summary)}</p>
<p>Base address <code>${escapeHtml(servers[0]?.url ?? "")}</code></p>${prose(info.description)}
<p>The calls below can be pasted into a shell that has an API key of yours; ids in braces, and what is shown as …, are for you to fill in.</p>
<pre><code>KEY=wf_live_…</code></pre></header>`;
}

function operations(document: OpenApiDocument): string {
  return document.tags
    .map(({ name, description }) => {
      const sections = located(document, name).map((operation) => operationSection(document, operation));
      return sections.length === 0
        ? ""
        : `<h2 class="tag" id="${anchor("tag", name)}">${escapeHtml(name)}</h2><p class="dim">${inline(description)}</p>${sections.join("")}`;
    })
    .join("");
}

function webhooks(document: OpenApiDocument): string {
  const rows = Object.entries(document.webhooks).map(
    ([name, { post }]) => `<tr><td><code>${escapeHtml(name)}</code></td><td>${inline(post?.summary ?? "")}</td></tr>`,
  );
  const description = Object.values(document.webhooks)[0]?.post?.description ?? "";
  return `<h2 class="tag" id="webhooks">Webhooks</h2>${prose(description)}<div class="scroll"><table><thead><tr><th>Event</th><th>When</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function errorCodes(): string {
  const replies = Object.entries(apiErrors).map(
    ([code, { type, message, retryable }]) =>
      `<tr><td><span class="status">${errorTypes[type]}</span></td><td><code>${code}</code></td><td>${inline(message)}</td><td>${retryable ? "yes" : "no"}</td></tr>`,
  );
  const renders = Object.entries(renderErrors).map(
    ([code, { message, retryable }]) =>
      `<tr><td><code>${code}</code></td><td>${inline(message)}</td><td>${retryable ? "yes" : "no"}</td></tr>`,
  );
  return `<h2 class="tag" id="errors">Error codes</h2><div class="scroll"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th><th>Retry</th></tr></thead><tbody>${replies.join("")}</tbody></table></div>
<p>Why a render failed, as it stands in the job, in webhooks and in a 422:</p><div class="scroll"><table><thead><tr><th>Code</th><th>Meaning</th><th>Retry</th></tr></thead><tbody>${renders.join("")}</tbody></table></div>`;
}

function schemas({ components }: OpenApiDocument): string {
  const sections = Object.entries(components.schemas).flatMap(([name, schema]) => {
    const fields = fieldsTable(schema);
    return [
      `<section class="schema" id="${anchor("schema", name)}"><h3>${escapeHtml(name)}</h3>${fields === "" ? fieldsTable({ properties: { [name]: schema } }) : fields}</section>`,
    ];
  });
  return `<h2 class="tag" id="schemas">Schemas</h2>${sections.join("")}`;
}

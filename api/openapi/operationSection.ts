import { escapeHtml } from "#markup/html.ts";
import type { Json } from "#schemas/common.ts";
import { fieldsTable, parametersTable, typeOf } from "./schemaTable.ts";
import { anchor, inline, prose } from "./style.ts";
import type { Content, JsonSchema, OpenApiDocument, Operation, ResponseObject } from "./types.ts";

/** An operation with where it is found. */
export type Located = { method: string; path: string; operation: Operation };

/** One operation as the page shows it: how to call it, what it takes, what it answers. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: Located): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"];
  const answers = Object.entries(responses);
  return `<section class="operation" id="${anchor("op", operationId)}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${escapeHtml(path)}</span></h3>
<p class="summary">${inline(summary)}</p>
${description === undefined ? "" : prose(description)}
<pre><code>${escapeHtml(curl(document, { method, path, operation }))}</code></pre>
${parameters.length > 0 ? `<h4>Parameters</h4>${parametersTable(parameters)}` : ""}
${body === undefined ? "" : `<h4>Body <span class="dim">${typeOf(body.schema)}</span></h4>${fold("Fields", fieldsTable(resolve(document, body.schema)))}`}
<h4>Replies</h4>
${answers
  .filter(([status]) => Number(status) < 400)
  .map(([status, response]) => reply(document, status, response))
  .join("")}
${errors(answers.filter(([status]) => Number(status) >= 400))}
</section>`;
}

function reply(
  document: OpenApiDocument,
  status: string,
  { description, content = {}, headers = {} }: ResponseObject,
): string {
  const names = Object.keys(headers)
    .map((name) => `<code>${escapeHtml(name)}</code>`)
    .join(" · ");
  const json = content["application/json"];
  const schema =
    json === undefined ? "" : fold(`JSON, ${typeOf(json.schema)}`, fieldsTable(resolve(document, json.schema)));
  const sample = json?.example === undefined ? "" : fold("Example", pretty(json.example));
  return `<div class="reply"><p><span class="status ok">${status}</span> ${inline(description)}</p>
${mediaTypes(content)}${schema}${sample}<p class="dim">Headers: ${names}</p></div>`;
}

function pretty(example: Json): string {
  return `<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`;
}

function mediaTypes(content: Content): string {
  const types = Object.keys(content).filter(
    (type) => type !== "application/json" || content[type]?.schema["$ref"] === undefined,
  );
  return types.length === 0
    ? ""
    : `<p class="dim">${types.map((type) => `<code>${escapeHtml(type)}</code>`).join(" · ")}</p>`;
}

function errors(answers: [string, ResponseObject][]): string {
  const rows = answers.flatMap(([status, { content = {} }]) =>
    Object.entries(content["application/json"]?.examples ?? {}).map(
      ([code, { summary }]) =>
        `<tr><td><span class="status">${status}</span></td><td><code>${code}</code></td><td>${inline(summary)}</td></tr>`,
    ),
  );
  return fold(
    `Errors (${rows.length})`,
    `<div class="scroll"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`,
  );
}

function fold(title: string, content: string): string {
  return content === "" ? "" : `<details><summary>${title}</summary>${content}</details>`;
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  return document.components.schemas[reference.split("/").at(-1) ?? ""] ?? {};
}

/** What a call says of who makes it, by the security scheme's name. */
const logins: Record<string, string> = {
  apiKey: `  -H "Authorization: Bearer $KEY"`,
  mailService: `  -u "$WATCHFRAME_POSTMARK_WEBHOOK_AUTH"`,
};

/** A call that can be pasted into a shell in which `$KEY` is set; bytes go into a file of the name that the reply gives it. */
function curl(document: OpenApiDocument, { method, path, operation }: Located): string {
  const example = operation.requestBody?.content["application/json"]?.example;
  const query = (operation.parameters ?? []).filter(({ in: place, required }) => place === "query" && required);
  const search = query
    .map(({ name }) => `${name}=${name === "url" ? encodeURIComponent("https://example.com/") : "…"}`)
    .join("&");
  const address = `${document.servers[0]?.url ?? ""}${path}${search === "" ? "" : `?${search}`}`;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}'${address}'`,
    ...Object.keys(operation.security?.[0] ?? {}).flatMap((scheme) => logins[scheme] ?? []),
    ...(example === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d '${quoted(example)}'`]),
    ...(Object.keys(operation.responses["200"]?.content ?? {}).some((type) => type.startsWith("image/"))
      ? ["  -OJ"]
      : []),
  ].join(" \\\n");
}

function quoted(example: Json): string {
  return JSON.stringify(example).replaceAll("'", String.raw`'\''`);
}

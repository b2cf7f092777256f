import { Type } from "typebox";
import { type Html, html } from "#markup/html.ts";
import { version } from "#schemas/version.ts";
import { open } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { renderPage, type PageReply, wantsPage } from "../http/plainPage.ts";

/** Links of the front page. */
type FrontLinks = { console: string; docs: string; openApi: string; health: string; screenshot: string };

/** The page at the API's own address: it says what this is and leads on. */
function frontPage({ console, docs, openApi, health, screenshot }: FrontLinks): PageReply {
  const firstRequest = `KEY=wf_live_…
curl -o page.jpg -H "Authorization: Bearer $KEY" \\
  '${screenshot}?url=https://example.com'`;
  return renderPage({
    title: "Watchframe",
    body: html`<p>This API renders web pages and watches them for change.</p>
      <dl>
        ${link("Console", console)}${link("Documentation", docs)}${link("OpenAPI document", openApi)}${link("Health", health)}
      </dl>
      <p>
        A first request writes a picture of a page to <code>page.jpg</code>. <code>KEY</code> is an API key of yours.
      </p>
      <pre><code>${firstRequest}</code></pre>`,
    formAction: "'none'",
    isFront: true,
  });
}

function link(label: string, address: string): Html {
  return html`<dt>${label}</dt>
    <dd><a href="${address}">${address}</a></dd>`;
}

const Address = Type.String({ format: "uri" });
const Front = Type.Object(
  {
    success: Type.Literal(true),
    name: Type.Literal("Watchframe"),
    version: Type.String(),
    links: Type.Object(
      { console: Address, docs: Address, openApi: Address, health: Address },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** The API's own address, which people open first. */
export const showFront = defineRoute({
  id: "getFront",
  method: "GET",
  path: "/",
  summary: "Get links to start from",
  description:
    "Names the documentation, the OpenAPI document and the health check. Browsers get a page, programs get JSON.",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  responses: { 200: { description: "The links.", json: Front, bytes: ["text/html"] } },
  errors: [],
  handle({ exchange }, { publicUrl }) {
    const at = (path: string): string => new URL(path, publicUrl).href;
    const links = {
      console: at("/console"),
      docs: at("/docs"),
      openApi: at("/openapi.json"),
      health: at("/health/ready"),
    };
    if (!wantsPage(exchange)) return { status: 200, json: { success: true, name: "Watchframe", version, links } };
    return { status: 200, ...frontPage({ ...links, screenshot: at("/render/screenshot") }) };
  },
});

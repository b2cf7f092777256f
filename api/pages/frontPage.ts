import { type Html, html } from "#markup/html.ts";
import { layOut, type PageReply } from "./smallPage.ts";

/** Where the front page leads. */
type FrontLinks = { docs: string; openApi: string; health: string; screenshot: string };

/** The page at the API's own address: it says what this is and leads on. */
export function frontPage({ docs, openApi, health, screenshot }: FrontLinks): PageReply {
  const firstRequest = `KEY=wf_live_…
curl -o page.jpg -H "Authorization: Bearer $KEY" \\
  '${screenshot}?url=https://example.com'`;
  return layOut({
    title: "Watchframe",
    body: html`<p>This API renders web pages and watches them for change.</p>
      <dl>${link("Documentation", docs)}${link("OpenAPI document", openApi)}${link("Health", health)}</dl>
      <p>
        A first request writes a picture of a page to <code>page.jpg</code>. <code>KEY</code> is an API key of yours.
      </p>
      <pre><code>${firstRequest}</code></pre>`,
    formAction: "'none'",
  });
}

function link(label: string, address: string): Html {
  return html`<dt>${label}</dt>
    <dd><a href="${address}">${address}</a></dd>`;
}

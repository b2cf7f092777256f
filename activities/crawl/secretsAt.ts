import type { Cookie, RenderSpec } from "#schemas/render.ts";

/** What goes along with the requests for a page. */
export type PageSecrets = { headers: Record<string, string>; cookies: Cookie[] };

/**
 * The headers and cookies a page gets. Those of a crawl were given for its start: a page of another origin gets no header,
 * and only the cookies whose domain covers its host, as a browser would have it.
 */
export function secretsForOrigin({ url, crawl }: RenderSpec, secrets: PageSecrets): PageSecrets {
  const { origin, hostname } = new URL(url);
  if (crawl === undefined || crawl.origin === origin) return secrets;
  return {
    headers: {},
    cookies: secrets.cookies.filter(({ domain }) => domain !== undefined && covers(domain, hostname)),
  };
}

function covers(domain: string, host: string): boolean {
  const canonical = URL.parse(`http://${domain.replace(/^\./, "")}`)?.hostname;
  return canonical !== undefined && (host === canonical || host.endsWith(`.${canonical}`));
}

import type { CaptureRequest } from "../ports.ts";
import { acceptEncoding } from "./fetchDocument.ts";

/** The headers of a browser that opens a page, by the address that is asked. The caller's own go to the first origin alone. */
export function headersFor(
  { spec, headers, cookies, validators = {} }: Pick<CaptureRequest, "spec" | "headers" | "cookies" | "validators">,
  userAgent: string,
): (url: URL) => Record<string, string> {
  const first = new URL(spec.url);
  const { emulation = {} } = spec;
  const locale = emulation.locale ?? "en-US";
  const language = locale.split("-", 1)[0] ?? locale;
  const usualHeaders = {
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": acceptEncoding,
    "Accept-Language": locale === language ? locale : `${locale},${language};q=0.9`,
    "User-Agent": emulation.userAgent ?? userAgent,
  };
  return (url) => {
    const sent = cookies.filter((cookie) => isFor(cookie, url, first)).map(({ name, value }) => `${name}=${value}`);
    const own = url.origin === first.origin ? headers : {};
    return withoutRepeats([
      ["If-None-Match", validators.etag],
      ["If-Modified-Since", validators.lastModified],
      ...Object.entries(usualHeaders),
      ["Cookie", sent.length === 0 ? undefined : sent.join("; ")],
      ...Object.entries(own),
    ]);
  };
}

/** Headers by name. Of two with one name, in any spelling, the later counts. */
function withoutRepeats(headers: readonly (readonly [name: string, value: string | undefined])[]) {
  const kept = new Map<string, [name: string, value: string]>();
  for (const [name, value] of headers) if (value !== undefined) kept.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(kept.values());
}

/** Whether a browser sends a cookie to an address. One without a domain belongs to the host of the page alone. */
function isFor({ domain, path = "/", secure }: CaptureRequest["cookies"][number], url: URL, first: URL): boolean {
  if (secure === true && url.protocol !== "https:") return false;
  const folder = path.endsWith("/") ? path : `${path}/`;
  if (!`${url.pathname}/`.startsWith(folder)) return false;
  if (domain === undefined) return url.hostname === first.hostname;
  const covered = URL.parse(`http://${domain.replace(/^\./, "")}`)?.hostname;
  return covered !== undefined && (url.hostname === covered || url.hostname.endsWith(`.${covered}`));
}

/** Longest address that is followed; the API's limit for addresses. */
const maxUrlChars = 2048;

/**
 * Query parameters of campaign, advertising and mail systems. They tell where a visitor came from and do not change the page.
 * `*` at the end matches any suffix.
 */
const trackingParameters = words(`
  utm_* ga_* _ga _gl gclid gclsrc gbraid wbraid gad_* dclid srsltid fbclid fb_action_ids fb_action_types
  fb_source igshid igsh msclkid yclid ysclid twclid ttclid tblci li_fat_id epik rdt_cid sccid irclickid
  irgwc cjevent mc_cid mc_eid mkt_tok _hsenc _hsmi __hs* hsa_* hsCtaTracking oly_enc_id oly_anon_id vero_id
  vero_conv wickedid _kx ml_subscriber ml_subscriber_hash mtm_* pk_* piwik_* matomo_* at_campaign at_medium
  s_cid s_kwcid ef_id _openstat __s trk_* bbeml
`);

/** Query parameters of frameworks that put the visitor's session into addresses. */
const sessionParameters = words(`
  phpsessid jsessionid aspsessionid* asp.net_sessionid sessionid session_id session-id sessid sess_id session
  sid cfid cftoken zenid oscsid osid xtcsid amp_session_id
`);

const isTracking = namesIn(trackingParameters);
const isSession = namesIn(sessionParameters);

/** `hashRoutes` keeps a fragment that names a page, `#/path` or `#!path`. Every other fragment is removed. */
type Reading = { base?: URL; hashRoutes?: boolean };

/**
 * The address at which a page is requested: absolute, without fragment and tracking parameters. The URL parser lowers scheme
 * and host, and resolves default ports and dot segments. Null for other schemes than http and https, for addresses with a
 * user or password, and for more than 2,048 characters.
 */
export function pageUrl(href: string, { base, hashRoutes = false }: Reading = {}): URL | null {
  const url = URL.parse(href, base);
  if (url === null || !isWeb(url) || url.username !== "" || url.password !== "") return null;
  strip(url, hashRoutes);
  return url.href.length > maxUrlChars ? null : url;
}

/**
 * The final address of a page in the form of `pageUrl`, of any length and without user and password. Null for other schemes
 * than http and https.
 */
export function reachedUrl(href: string, { hashRoutes = false }: Pick<Reading, "hashRoutes"> = {}): URL | null {
  const url = URL.parse(href);
  if (url === null || !isWeb(url)) return null;
  [url.username, url.password] = ["", ""];
  strip(url, hashRoutes);
  return url;
}

function isWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}

/** Removes tracking parameters, and the fragment unless it is a route that is to stay. */
function strip(url: URL, hashRoutes: boolean): void {
  const { path, query } = routeOf(url);
  url.hash = hashRoutes && /^#(?:\/|!)/.test(path) ? `${path}${untracked(query)}` : "";
  url.search = untracked(url.search);
}

/** A query without tracking parameters. It is rewritten only if a parameter goes, as rewriting changes its escapes. */
function untracked(query: string): string {
  const parameters = parametersOf(query);
  const kept = parameters.filter(([name]) => !isTracking(name));
  if (kept.length === parameters.length) return query === "?" ? "" : query;
  return kept.length === 0 ? "" : `?${kept.map(([, text]) => text).join("&")}`;
}

/** The fragment as a path and a query, each with its sign. */
function routeOf({ hash }: URL): { path: string; query: string } {
  const [path = ""] = hash.split("?", 1);
  return { path, query: hash.slice(path.length) };
}

/** The path of an address, with the path of a route in its fragment. */
export function pathOf(url: URL): string {
  return `${url.pathname}${routeOf(url).path}`;
}

/**
 * A key that is equal for two addresses of the same page. Query parameters are sorted; sessions (also `sessions`, lower case)
 * are removed; escapes are normalised; doubled slashes and a final dot of the host are removed.
 */
export function pageKey(url: URL, sessions: ReadonlySet<string> = new Set()): string {
  const keyOf = (path: string, query: string): string => {
    const kept = parametersOf(query)
      .filter(([name, text]) => !isSessionId(name, text) && !sessions.has(name.toLowerCase()))
      .map(([, text]) => normalizePercentEncoding(text))
      .toSorted()
      .join("&");
    const shortPath = normalizePercentEncoding(withoutSession(path).replaceAll(/\/{2,}/g, "/"));
    return `${shortPath}${kept === "" ? "" : `?${kept}`}`;
  };
  const route = routeOf(url);
  const routeKey = keyOf(route.path, route.query);
  const host = url.host.replace(/\.(?=:|$)/, "");
  // The route of the root shows the same as no route.
  return `${url.protocol}//${host}${keyOf(url.pathname, url.search)}${/^#!?\/?$/.test(routeKey) ? "" : routeKey}`;
}

/** The parameters of an address and of its route, in order: name, and parameter as written. */
export function queryOf(url: URL): [name: string, text: string][] {
  return [...parametersOf(url.search), ...parametersOf(routeOf(url).query)];
}

function parametersOf(query: string): [name: string, text: string][] {
  return query
    .slice(1)
    .split("&")
    .filter((text) => text !== "")
    .map((text) => [text.split("=", 1)[0] ?? "", text]);
}

/** Whether a parameter is a session by its name. Values such as paths or words are not sessions. */
function isSessionId(name: string, text: string): boolean {
  return isSession(name) && /^[\w.,~-]*$/.test(text.slice(name.length + 1));
}

/** Removes sessions that servlets (`;jsessionid=…`) and ASP.NET (`/(S(…))/`) write into paths. */
function withoutSession(path: string): string {
  return path.replaceAll(/;(?:jsessionid|sid|phpsessid)=[^/;]*/gi, "").replaceAll(/\/\([A-Z]\([^()/]+\)\)(?=\/)/gi, "");
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A test for names of a list; case is ignored. */
function namesIn(list: readonly string[]): (name: string) => boolean {
  const names = list.map((name) => name.toLowerCase());
  const whole = new Set(names.filter((name) => !name.endsWith("*")));
  const prefixes = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  return (name) => {
    const lower = name.toLowerCase();
    return whole.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
  };
}

/** Normalises percent-escapes by RFC 3986, 6.2.2: unreserved characters are decoded, other escapes are capitalised. */
export function normalizePercentEncoding(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Extensions of files that are never HTML. Rendering them would only cost credits. */
const fileExtensions = new Set(
  `
  7z apk avi avif bin bmp bz2 cab css csv deb djvu dmg doc docm docx dwg eot eps epub exe flac flv gif gpx gz heic ico ics img
  iso jar jpeg jpg js json jxl kml kmz m3u8 m4a m4v md5 mid mjs mkv mobi mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv opus otf
  pdf pkg png pps ppt pptx ps psd rar rpm rss rtf sha256 sig sql srt svg swf sxw tar tgz tif tiff torrent ts tsv ttf txt vcf
  wasm wav weba webm webmanifest webp wma wmv woff woff2 xls xlsm xlsx xml xpi xz zip zst atom
  `
    .trim()
    .split(/\s+/),
);

/** Whether an address is that of a file, by its extension. */
export function isFile({ pathname }: URL): boolean {
  const extension = /\.([a-z\d]{1,12})$/i.exec(pathname)?.[1];
  return extension !== undefined && fileExtensions.has(extension.toLowerCase());
}

/** Whether a content type is that of a page. An empty type counts as a page, as in browsers. */
export function isPage(contentType: string): boolean {
  const [type = ""] = contentType.split(";", 1);
  return /^(?:|text\/html|application\/xhtml\+xml)$/i.test(type.trim());
}

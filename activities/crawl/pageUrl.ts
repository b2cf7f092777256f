/** Longest address that is followed; the contract's bound for addresses. */
const longest = 2048;

/**
 * Query parameters that say where a visitor came from and nothing about the page, by the campaign, advertising and mail
 * systems that add them. Names ending in `*` stand for all that begin so.
 */
const trackingParameters = words(`
  utm_* ga_* _ga _gl gclid gclsrc gbraid wbraid gad_* dclid srsltid fbclid fb_action_ids fb_action_types
  fb_source igshid igsh msclkid yclid ysclid twclid ttclid tblci li_fat_id epik rdt_cid sccid irclickid
  irgwc cjevent mc_cid mc_eid mkt_tok _hsenc _hsmi __hs* hsa_* hsCtaTracking oly_enc_id oly_anon_id vero_id
  vero_conv wickedid _kx ml_subscriber ml_subscriber_hash mtm_* pk_* piwik_* matomo_* at_campaign at_medium
  s_cid s_kwcid ef_id _openstat __s trk_* bbeml
`);

/** Query parameters that carry a visitor's session, in the frameworks that put it there. */
const sessionParameters = words(`
  phpsessid jsessionid aspsessionid* asp.net_sessionid sessionid session_id session-id sessid sess_id session
  sid cfid cftoken zenid oscsid osid xtcsid amp_session_id
`);

const isTracking = namesIn(trackingParameters);
const isSession = namesIn(sessionParameters);

/**
 * The address under which a page is asked for: absolute, without fragment and tracking parameters. The URL standard's parser
 * writes scheme and host in lower case and resolves default ports and dot segments. Null where it is no page's address,
 * carries a password, or is longer than 2,048 characters.
 */
export function pageUrl(href: string, base?: URL): URL | null {
  const url = URL.parse(href, base);
  if (url === null || !isWeb(url) || url.username !== "" || url.password !== "") return null;
  stripVisit(url);
  return url.href.length > longest ? null : url;
}

/**
 * The address that a page turned out to have, written as `pageUrl` does, whatever its length and without a password that it
 * carries: where a page lies doesn't depend on either. Null where it is no page's address.
 */
export function reachedUrl(href: string): URL | null {
  const url = URL.parse(href);
  if (url === null || !isWeb(url)) return null;
  [url.username, url.password] = ["", ""];
  stripVisit(url);
  return url;
}

function isWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}

/** Takes off an address what says nothing about the page: fragment and tracking parameters. */
function stripVisit(url: URL): void {
  url.hash = "";
  const kept = queryOf(url).filter(([name]) => !isTracking(name));
  // Left as it is written unless something goes: writing it anew would change its escapes.
  if (kept.length < queryOf(url).length) url.search = kept.map(([, text]) => text).join("&");
  if (url.search === "") url.search = "";
}

/**
 * What makes two addresses the same page: the address with its query's parameters in order, sessions left out (those of
 * `sessions` too, lower case), escapes in one spelling, and no doubled slash or full stop at the end of the host.
 */
export function pageKey(url: URL, sessions: ReadonlySet<string> = new Set()): string {
  const path = withoutSession(url.pathname).replaceAll(/\/{2,}/g, "/");
  const query = queryOf(url)
    .filter(([name, text]) => !isSessionId(name, text) && !sessions.has(name.toLowerCase()))
    .map(([, text]) => normalizePercentEncoding(text))
    .toSorted()
    .join("&");
  const host = url.host.replace(/\.(?=:|$)/, "");
  return `${url.protocol}//${host}${normalizePercentEncoding(path)}${query === "" ? "" : `?${query}`}`;
}

/** A query's parameters in their order: the name, and the text they are written as. */
export function queryOf(url: URL): [name: string, text: string][] {
  return url.search
    .slice(1)
    .split("&")
    .filter((text) => text !== "")
    .map((text) => [text.split("=", 1)[0] ?? "", text]);
}

/** By its name, unless its value is none of a session: a path, or words. */
function isSessionId(name: string, text: string): boolean {
  return isSession(name) && /^[\w.,~-]*$/.test(text.slice(name.length + 1));
}

/** Sessions that servlets (`;jsessionid=…`) and ASP.NET (`/(S(…))/`) write into paths. */
function withoutSession(path: string): string {
  return path.replaceAll(/;(?:jsessionid|sid|phpsessid)=[^/;]*/gi, "").replaceAll(/\/\([A-Z]\([^()/]+\)\)(?=\/)/gi, "");
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A test for names of a list, whatever their case. */
function namesIn(list: readonly string[]): (name: string) => boolean {
  const names = list.map((name) => name.toLowerCase());
  const whole = new Set(names.filter((name) => !name.endsWith("*")));
  const beginnings = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  return (name) => {
    const lower = name.toLowerCase();
    return whole.has(lower) || beginnings.some((beginning) => lower.startsWith(beginning));
  };
}

/**
 * Percent-escapes in their one spelling by RFC 3986, 6.2.2: those of unreserved characters undone, the others in capitals.
 */
export function normalizePercentEncoding(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Endings of files that are no HTML, whatever site they are on; asking for them would only cost credits. */
const endings = new Set(
  `
  7z apk avi avif bin bmp bz2 cab css csv deb djvu dmg doc docm docx dwg eot eps epub exe flac flv gif gpx gz heic ico ics img
  iso jar jpeg jpg js json jxl kml kmz m3u8 m4a m4v md5 mid mjs mkv mobi mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv opus otf
  pdf pkg png pps ppt pptx ps psd rar rpm rss rtf sha256 sig sql srt svg swf sxw tar tgz tif tiff torrent ts tsv ttf txt vcf
  wasm wav weba webm webmanifest webp wma wmv woff woff2 xls xlsm xlsx xml xpi xz zip zst atom
  `
    .trim()
    .split(/\s+/),
);

/** Whether an address is, by its ending, that of a file and not of a page. */
export function isFile({ pathname }: URL): boolean {
  const ending = /\.([a-z\d]{1,12})$/i.exec(pathname)?.[1];
  return ending !== undefined && endings.has(ending.toLowerCase());
}

/** Whether an answer's content type is that of a page; one that says nothing is taken for it, as browsers do. */
export function isPage(contentType: string): boolean {
  const [type = ""] = contentType.split(";", 1);
  return /^(?:|text\/html|application\/xhtml\+xml)$/i.test(type.trim());
}

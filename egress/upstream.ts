import { type nameResolutions, proxyPorts } from "#schemas/proxy.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { type CanonicalHost, fromHostname } from "./names.ts";

export type ProxyScheme = keyof typeof proxyPorts;

/** Who resolves the names of hosts: this service, which sends a checked address, or the proxy, which gets the name. */
export type NameResolution = (typeof nameResolutions)[number];

/** A proxy between this service and the hosts, with its opened password. It must not leave the process. */
export type UpstreamProxy = {
  /** Its name in errors. */
  label: string;
  scheme: ProxyScheme;
  host: string;
  port: number;
  /** Null for a proxy without log-in. */
  login: { user: string; password: string } | null;
  resolves: NameResolution;
};

/** The address of a proxy: `socks5://user:password@host:port`. Null for any other text. */
export function parseProxyUrl(text: string): Omit<UpstreamProxy, "label" | "resolves"> | null {
  const url = URL.parse(text);
  const scheme = url?.protocol.slice(0, -1) ?? "";
  if (url === null || !isProxyScheme(scheme)) return null;
  if ((url.pathname !== "" && url.pathname !== "/") || url.search !== "" || url.hash !== "") return null;
  const host = hostOf(url);
  const [user, password] = [decode(url.username), decode(url.password)];
  if (host === null || user === null || password === null) return null;
  // RFC 1929 has one byte for each length.
  if (Buffer.byteLength(user) > 255 || Buffer.byteLength(password) > 255) return null;
  const port = url.port === "" ? proxyPorts[scheme] : Number(url.port);
  if (port === 0) return null;
  return { scheme, host: host.host, port, login: user === "" && password === "" ? null : { user, password } };
}

/** `host:port`, with an IPv6 address in brackets. */
export function authorityOf({ host, port }: { host: string; port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** WHATWG URL parses hosts of these schemes only in part, so each is read as that of an http address. */
function hostOf({ hostname }: URL): CanonicalHost | null {
  const parsed = URL.parse(`http://${hostname}/`);
  return parsed === null || hostname === "" ? null : fromHostname(parsed.hostname);
}

function isProxyScheme(scheme: string): scheme is ProxyScheme {
  return Object.hasOwn(proxyPorts, scheme);
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The proxy of the settings. Null for an empty `url`. @throws SettingsError that does not repeat the address. */
export function proxyOfService(url: string, resolves: NameResolution): UpstreamProxy | null {
  if (url === "") return null;
  const proxy = parseProxyUrl(url);
  if (proxy === null) {
    throw new SettingsError(
      "WATCHFRAME_EGRESS_PROXY: expected http, https or socks5 and a host, such as http://user:password@proxy.example:3128. Escape signs of the password, such as %40 for @.",
    );
  }
  return { ...proxy, label: "the service's proxy", resolves };
}

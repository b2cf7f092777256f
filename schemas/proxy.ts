import { type Static, Type } from "typebox";
import { DateTime, HttpUrl, keysOf, literals, nullable, PresetName, type Sealed, unitKeyword, Uuid } from "./common.ts";
import { withoutDefaults } from "./options/option.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Schemes of a proxy, with their usual ports. */
export const proxyPorts = { http: 80, https: 443, socks5: 1080 } as const;

/** Who resolves names. */
export const nameResolutions = ["here", "proxy"] as const;

const settings = {
  url: Type.String({
    minLength: 8,
    maxLength: 2048,
    writeOnly: true,
    description:
      "Address of the proxy: `http://`, `https://` or `socks5://`, and `user:password@` if it asks for them. Write-only.",
  }),
  resolves: literals(nameResolutions, {
    default: "here",
    description:
      "Who resolves the names of hosts. `here`: the service, which checks the address and asks the proxy for it. `proxy`: the proxy gets the name, and its address can't be checked.",
  }),
  country: Type.String({
    pattern: "^[A-Z]{2}$",
    description: "The country of the exit by ISO 3166, such as DE. For people: the service does not check it.",
  }),
  note: Type.String({ minLength: 1, maxLength: 500, description: "A remark for people." }),
};

/** Body of `POST /proxies`. */
export const ProxyRequest = Type.Object(
  {
    name: Type.Unsafe<string>({ ...PresetName, description: "Small letters, digits and hyphens." }),
    url: settings.url,
    resolves: Type.Optional(settings.resolves),
    country: Type.Optional(settings.country),
    note: Type.Optional(settings.note),
  },
  noExtraFields,
);
export type ProxyRequest = Static<typeof ProxyRequest>;

/** Body of `PATCH /proxies/{id}`. */
export const ProxyPatch = Type.Object(
  {
    url: Type.Optional(settings.url),
    resolves: Type.Optional(withoutDefaults(settings.resolves)),
    country: Type.Optional(nullable(settings.country)),
    note: Type.Optional(nullable(settings.note)),
  },
  { ...noExtraFields, minProperties: 1 },
);
export type ProxyPatch = Static<typeof ProxyPatch>;

/** Body of `POST /proxies/{id}/test`. */
export const ProxyTestRequest = Type.Object(
  { url: { ...HttpUrl, description: "The page to fetch through the proxy, such as one that shows your address." } },
  noExtraFields,
);
export type ProxyTestRequest = Static<typeof ProxyTestRequest>;

/** The outcome of a test. */
export const ProxyTest = Type.Object(
  {
    at: DateTime,
    ok: Type.Boolean({ description: "Whether the page answered, with whatever status." }),
    statusCode: nullable(Type.Integer(), "Status of the page. Null if it did not answer."),
    milliseconds: Type.Integer({ minimum: 0, [unitKeyword]: "milliseconds" }),
    problem: nullable(Type.String(), "Why the page did not answer. Null after a success."),
  },
  noExtraFields,
);
export type ProxyTest = Static<typeof ProxyTest>;

/** A proxy as the API shows it: without its address, user and password. */
export const Proxy = Type.Object(
  {
    id: Uuid,
    name: PresetName,
    scheme: literals(keysOf(proxyPorts)),
    host: Type.String({ description: "Host and port of the proxy. User and password are write-only." }),
    resolves: literals(nameResolutions),
    country: nullable(Type.String()),
    note: nullable(Type.String()),
    lastTest: nullable(ProxyTest, "The last test that ended. Null before the first."),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  noExtraFields,
);
export type Proxy = Static<typeof Proxy>;

/** Reply with one proxy. */
export const ProxyReply = Type.Object({ success: Type.Literal(true), proxy: Proxy }, noExtraFields);

/** Reply of `GET /proxies`. */
export const ProxyList = Type.Object({ success: Type.Literal(true), proxies: Type.Array(Proxy) }, noExtraFields);

/** Maximum proxies of an account. */
export const maxProxies = 50;

/** Names that the sealed values of a proxy are bound to. */
export const proxyFields = { url: "url", test: "test" } as const;

/** A proxy in MongoDB. */
export type ProxyRecord = {
  _id: string;
  accountId: string;
  name: string;
  scheme: keyof typeof proxyPorts;
  /** Host and port. */
  host: string;
  url: Sealed;
  resolves: (typeof nameResolutions)[number];
  country: string | null;
  note: string | null;
  /** The newest test, with the sealed address of its page; null once it has ended. */
  test: { id: string; url: Sealed } | null;
  lastTest: (Omit<ProxyTest, "at"> & { at: Date }) | null;
  createdAt: Date;
  updatedAt: Date;
};

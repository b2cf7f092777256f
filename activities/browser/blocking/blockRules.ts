import type { Protocol } from "puppeteer";
import type { BlockKind } from "#schemas/renders/blocking.ts";

/** How one kind is recognised. */
export type BlockRules = {
  kind: BlockKind;
  /** Requests that are refused; null where scripts are left to run so that their dialog can be answered. */
  requests: BlockList | null;
  /** CSS of elements that can be nothing else. */
  elements: readonly string[];
  /** CSS of elements whose name says what they are for and may lie: `ads` only while empty, `cookieBanners` only while they float. */
  suspects: readonly string[];
  /** Hosts whose scripts announce that something will appear. */
  heralds: BlockList | null;
};

type Loader = () => Promise<Omit<BlockRules, "kind">>;

const json = { with: { type: "json" } } as const;

/** A list is read when the first job asks for its kind: the worker's start and other jobs pay nothing. */
const loaders = {
  async ads() {
    const [{ default: own }, { default: observed }] = await Promise.all([
      import("./lists/ads.json", json),
      import("./lists/observedAdHosts.json", json),
    ]);
    const requests = createBlockList({ hosts: [...own.hosts, ...observed], addresses: own.addresses });
    return { requests, elements: own.elements, suspects: own.slots, heralds: null };
  },
  async cookieBanners() {
    const { default: list } = await import("./lists/cookieBanners.json", json);
    const heralds = createBlockList({ hosts: list.vendors, addresses: [] });
    return { requests: null, elements: list.elements, suspects: list.floating, heralds };
  },
  chatWidgets: async () => vendorRules((await import("./lists/chatWidgets.json", json)).default),
  popups: async () => vendorRules((await import("./lists/popups.json", json)).default),
  accessibilityWidgets: async () => vendorRules((await import("./lists/accessibilityWidgets.json", json)).default),
} satisfies Record<BlockKind, Loader>;

const loaded = new Map<BlockKind, Promise<BlockRules>>();

/** The rules of one kind; read once. */
export function loadBlockRules(kind: BlockKind): Promise<BlockRules> {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  const rules = loaders[kind]().then((rest) => ({ kind, ...rest }));
  loaded.set(kind, rules);
  return rules;
}

function vendorRules(list: { hosts: string[]; addresses: string[]; elements: string[] }): Omit<BlockRules, "kind"> {
  return { requests: createBlockList(list), elements: list.elements, suspects: [], heralds: null };
}

/** Whose requests are refused: `hosts` with everything below them; `addresses` as host and path, `*` standing for any text. */
export type BlockListData = { hosts: readonly string[]; addresses: readonly string[] };

type BlockList = {
  /** Whether the address is on the list; ports and schemes make no difference. */
  has(url: URL): boolean;
};

/** Makes a list ready to be asked: one look-up for each label of a host, then the few addresses. */
export function createBlockList({ hosts, addresses }: BlockListData): BlockList {
  const listed = new Set(hosts);
  const patterns = addresses.map(toPattern);
  return {
    has(url) {
      const address = url.hostname + url.pathname + url.search;
      return hostAndAbove(url.hostname).some((host) => listed.has(host)) || patterns.some((each) => each.test(address));
    },
  };
}

/** `a.b.example.com` → itself, `b.example.com`, `example.com`, `com`. */
function hostAndAbove(host: string): string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

function toPattern(address: string): RegExp {
  const parts = address.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}`, "u");
}

/** Names given to hosts that do nothing but sell space or serve what was sold. */
const sells = /^(?:ads?|adserv(?:er|ice|ing)?|adsrv|adx|rtb|ssp|dsp|dmp|prebid|bidder)\d*$/u;

/** Names given to hosts that measure; some of them serve content as well. */
const measures =
  /^(?:pixels?|px|beacons?|usersync|cookie-?sync|usync|csync|sync|analytics|metrics|telemetry|track(?:er|ing)?|trk|rum|collector|counter)\d*$/u;

/** What a page can lack without showing it. */
const unseen: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Script", "Image", "Ping", "CSPViolationReport"]);

/**
 * Whether a host that is on no list says by its name that it is of advertising or measuring: `ads.example.com`,
 * `pixel.example.net`. No list knows every one of them, and their owners name them alike. Only names below the registrable
 * domain count (a site called ads.com is a site), and those that measure only for what a page can lack unseen.
 */
export function guessAdHost(
  hostname: string,
  domain: string | null,
  resourceType: Protocol.Network.ResourceType,
): boolean {
  if (domain === null) return false;
  const names = hostname.slice(0, -domain.length).split(".");
  return names.some((name) => sells.test(name) || (unseen.has(resourceType) && measures.test(name)));
}

import type { Protocol } from "puppeteer";
import type { BlockKind } from "#schemas/renders/blocking.ts";

/** Rules that recognise one kind. */
export type BlockRules = {
  kind: BlockKind;
  /** Requests to refuse. Null for a kind with dialogs that need their scripts to be answered. */
  requests: BlockList | null;
  /** CSS of elements that are certainly of this kind. */
  elements: readonly string[];
  /** CSS of elements that only count under a condition: `ads` while empty, `cookieBanners` while floating. */
  suspects: readonly string[];
  /** Hosts of scripts that announce a dialog; null without any. */
  announcers: BlockList | null;
};

type Loader = () => Promise<Omit<BlockRules, "kind">>;

const json = { with: { type: "json" } } as const;

/** Each list is loaded when the first job blocks its kind. */
const loaders = {
  async ads() {
    const [{ default: own }, { default: observed }] = await Promise.all([
      import("./lists/ads.json", json),
      import("./lists/observedAdHosts.json", json),
    ]);
    const requests = createBlockList({ hosts: [...own.hosts, ...observed], addresses: own.addresses });
    return { requests, elements: own.elements, suspects: own.slots, announcers: null };
  },
  async cookieBanners() {
    const { default: list } = await import("./lists/cookieBanners.json", json);
    const announcers = createBlockList({ hosts: list.vendors, addresses: [] });
    return { requests: null, elements: list.elements, suspects: list.floating, announcers };
  },
  chatWidgets: async () => vendorRules((await import("./lists/chatWidgets.json", json)).default),
  popups: async () => vendorRules((await import("./lists/popups.json", json)).default),
  accessibilityWidgets: async () => vendorRules((await import("./lists/accessibilityWidgets.json", json)).default),
} satisfies Record<BlockKind, Loader>;

const rulesByKind = new Map<BlockKind, Promise<BlockRules>>();

/** The rules of one kind, cached after the first load. */
export function loadBlockRules(kind: BlockKind): Promise<BlockRules> {
  const known = rulesByKind.get(kind);
  if (known !== undefined) return known;
  const rules = loaders[kind]().then((rest) => ({ kind, ...rest }));
  rulesByKind.set(kind, rules);
  return rules;
}

function vendorRules(list: { hosts: string[]; addresses: string[]; elements: string[] }): Omit<BlockRules, "kind"> {
  return { requests: createBlockList(list), elements: list.elements, suspects: [], announcers: null };
}

/** `hosts` includes all subdomains. `addresses` are prefixes of host and path; `*` matches any text. */
export type BlockListData = { hosts: readonly string[]; addresses: readonly string[] };

type BlockList = {
  /** Whether the URL is on the list. Ignores scheme and port. */
  has(url: URL): boolean;
};

/** Compiles a list. A match costs one look-up per label of the host, then one test per address. */
export function createBlockList({ hosts, addresses }: BlockListData): BlockList {
  const listed = new Set(hosts);
  const patterns = addresses.map(toPattern);
  return {
    has(url) {
      const address = url.hostname + url.pathname + url.search;
      return (
        domainSuffixes(url.hostname).some((host) => listed.has(host)) || patterns.some((each) => each.test(address))
      );
    },
  };
}

/** `a.b.example.com` → `a.b.example.com`, `b.example.com`, `example.com`, `com`. */
function domainSuffixes(host: string): string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

function toPattern(address: string): RegExp {
  const parts = address.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}`, "u");
}

/** Host labels used only for selling or serving advertisements. */
const adLabels = /^(?:ads?|adserv(?:er|ice|ing)?|adsrv|adx|rtb|ssp|dsp|dmp|prebid|bidder)\d*$/u;

/** Host labels used for tracking. Some of these hosts also serve content. */
const trackingLabels =
  /^(?:pixels?|px|beacons?|usersync|cookie-?sync|usync|csync|sync|analytics|metrics|telemetry|track(?:er|ing)?|trk|rum|collector|counter)\d*$/u;

/** Resource types that a page can lack without a visible change. */
const invisibleTypes: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  "Script",
  "Image",
  "Ping",
  "CSPViolationReport",
]);

/**
 * Guesses from its name whether an unlisted host serves ads or tracks: `ads.example.com`, `pixel.example.net`.
 * Only labels below the registrable `domain` count: ads.com is an ordinary site.
 * Tracking labels only count for resource types that a page can lack without a visible change.
 */
export function guessAdHost(
  hostname: string,
  domain: string | null,
  resourceType: Protocol.Network.ResourceType,
): boolean {
  if (domain === null) return false;
  const labels = hostname.slice(0, -domain.length).split(".");
  const invisible = invisibleTypes.has(resourceType);
  return labels.some((label) => adLabels.test(label) || (invisible && trackingLabels.test(label)));
}

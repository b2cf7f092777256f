import type { BlockKind } from "#schemas/blocking.ts";
import { type BlockList, createBlockList } from "./blockList.ts";

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

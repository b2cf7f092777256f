/** Whose requests are refused: `hosts` with everything below them; `addresses` as host and path, `*` standing for any text. */
export type BlockListData = { hosts: readonly string[]; addresses: readonly string[] };

export type BlockList = {
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

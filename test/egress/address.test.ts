import { BlockList } from "node:net";
import { expect } from "chai";
import { type Arbitrary, assert, bigInt, oneof, property } from "fast-check";
import { createAddressCheck } from "#egress/address.ts";

/** Literal → the address to dial, or the range that forbids it. */
const golden: Record<string, string> = {
  "8.8.8.8": "8.8.8.8",
  "93.184.216.34": "93.184.216.34",
  "1.1.1.1": "1.1.1.1",
  "100.63.255.255": "100.63.255.255",
  "100.128.0.0": "100.128.0.0",
  "172.15.255.255": "172.15.255.255",
  "172.32.0.0": "172.32.0.0",
  "192.167.255.255": "192.167.255.255",
  "198.17.255.255": "198.17.255.255",
  "198.20.0.0": "198.20.0.0",
  "223.255.255.255": "223.255.255.255",
  "168.63.129.15": "168.63.129.15",
  "2606:4700:4700::1111": "2606:4700:4700::1111",
  "2001:4860:4860::8888": "2001:4860:4860::8888",
  "2a00:1450:4001:80e::200e": "2a00:1450:4001:80e::200e",
  "::ffff:93.184.216.34": "93.184.216.34",
  "::ffff:5db8:d822": "93.184.216.34",
  "0.0.0.0": "unspecified",
  "0.1.2.3": "unspecified",
  "10.0.0.1": "private",
  "10.255.255.255": "private",
  "100.64.0.1": "carrierGradeNat",
  "100.127.255.255": "carrierGradeNat",
  "127.0.0.1": "loopback",
  "127.255.255.254": "loopback",
  "168.63.129.16": "denied",
  "169.254.169.254": "linkLocal",
  "169.254.0.1": "linkLocal",
  "172.16.0.1": "private",
  "172.31.255.255": "private",
  "192.0.0.1": "reserved",
  "192.0.0.192": "reserved",
  "192.0.2.1": "reserved",
  "192.31.196.1": "as112",
  "192.52.193.1": "amt",
  "192.88.99.1": "reserved",
  "192.168.1.1": "private",
  "192.175.48.1": "as112",
  "198.18.0.1": "reserved",
  "198.19.255.255": "reserved",
  "198.51.100.7": "reserved",
  "203.0.113.9": "reserved",
  "224.0.0.1": "multicast",
  "239.255.255.255": "multicast",
  "240.0.0.1": "reserved",
  "255.255.255.255": "broadcast",
  "::": "unspecified",
  "::1": "loopback",
  "::127.0.0.1": "unassigned",
  "::7f00:1": "unassigned",
  "::8.8.8.8": "unassigned",
  "::ffff:8.8.8.8": "8.8.8.8",
  "::ffff:127.0.0.1": "loopback",
  "::ffff:169.254.169.254": "linkLocal",
  "::ffff:10.0.0.1": "private",
  "::ffff:168.63.129.16": "denied",
  "::ffff:0:127.0.0.1": "rfc6145",
  "64:ff9b::7f00:1": "rfc6052",
  "64:ff9b::8.8.8.8": "rfc6052",
  "64:ff9b:1::1": "rfc6052",
  "100::1": "discard",
  "100:0:0:1::1": "unassigned",
  "2001::1": "teredo",
  "2001:2::1": "benchmarking",
  "2001:3::1": "amt",
  "2001:4:112::1": "as112v6",
  "2001:10::1": "deprecatedOrchid",
  "2001:20::1": "orchid2",
  "2001:30::1": "droneRemoteIdProtocolEntityTags",
  "2001:1ff::1": "reserved",
  "2001:db8::1": "reserved",
  "2002:7f00:1::": "6to4",
  "2002:a00:1::1": "6to4",
  "2620:4f:8000::1": "as112v6",
  "3fff::1": "reserved",
  "3fff:fff::1": "reserved",
  "4000::1": "unassigned",
  "1fff::1": "unassigned",
  "5f00::1": "segmentRouting",
  "fc00::1": "uniqueLocal",
  "fd00:ec2::254": "uniqueLocal",
  "fe80::1": "linkLocal",
  "fe80::1%eth0": "invalid",
  "2606:4700:4700::1111%eth0": "invalid",
  "fec0::1": "deprecatedSiteLocal",
  "ff02::1": "multicast",
  "": "invalid",
  localhost: "invalid",
  "2130706433": "invalid",
  "0x7f.1": "invalid",
  "0177.0.0.1": "invalid",
  "127.1": "invalid",
  "8.8.8.8 ": "invalid",
  "[::1]": "invalid",
};

/** Blocks that are not globally reachable by the IANA special-purpose registries (2025), plus multicast and fec0::/10. */
const notGlobal: string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
  "::/128",
  "::1/128",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

/**
 * Blocks that the registries call globally reachable or leave open, and that the policy refuses: anycast of protocols
 * without web sites (AS112, AMT), NAT64's well-known prefix (our own translator would reach any IPv4 address), Azure's wire
 * server, and IPv6 space outside IANA's global unicast block.
 */
const stricter: string[] = [
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.175.48.0/24",
  "168.63.129.16/32",
  "64:ff9b::/96",
  "2620:4f:8000::/48",
  "::/3",
  "4000::/2",
  "8000::/1",
];

describe("createAddressCheck", () => {
  const check = createAddressCheck();

  for (const [literal, expected] of Object.entries(golden)) {
    it(`${JSON.stringify(literal)} is ${expected}`, () => {
      const verdict = check(literal);
      expect(verdict.allowed ? verdict.address : verdict.range).to.equal(expected);
    });
  }

  it("agrees with an independent table on 40,000 random addresses, most of them near a border", () => {
    const all = [...notGlobal, ...stricter];
    // Two lists, because BlockList also compares IPv4 addresses, in mapped form, with IPv6 blocks.
    const ipv4List = blockList(all.filter((block) => !block.includes(":")));
    const ipv6List = blockList(all.filter((block) => block.includes(":")));
    assert(
      property(oneof(ipv4(), ipv6()), (literal) => {
        const blocked = literal.includes(":") ? ipv6List.check(literal, "ipv6") : ipv4List.check(literal, "ipv4");
        expect(check(literal).allowed, literal).to.equal(!blocked);
      }),
      { numRuns: 40_000 },
    );
  });

  it("gives a mapped address the verdict of the IPv4 address inside", () => {
    assert(
      property(ipv4(), (literal) => {
        expect(check(`::ffff:${literal}`)).to.deep.equal(check(literal));
      }),
      { numRuns: 5_000 },
    );
  });

  it("refuses what the operator adds, as address, block or mapped address", () => {
    const stricterCheck = createAddressCheck(["93.184.216.34", "8.8.0.0/16", "2606:4700::/32", "::ffff:1.1.1.1"]);
    for (const literal of ["93.184.216.34", "8.8.255.1", "2606:4700:4700::1111", "1.1.1.1", "::ffff:8.8.8.8"])
      expect(stricterCheck(literal), literal).to.deep.equal({ allowed: false, range: "denied" });
    expect(stricterCheck("8.9.0.1").allowed).to.equal(true);
  });

  for (const entry of [
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/x",
    "10.0.0.0/8/8",
    "intranet",
    "10.0.0.0/",
    "::ffff:10.0.0.0/104",
  ])
    it(`names the malformed entry ${entry}`, () => {
      expect(() => createAddressCheck([entry])).to.throw(`got ${JSON.stringify(entry)}`);
    });
});

function blockList(blocks: string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits = ""] = block.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

/** Random addresses, some with the prefix of a block's first address, and the addresses next to a block's borders. */
function ipv4(): Arbitrary<string> {
  const blocks = [...notGlobal, ...stricter]
    .filter((block) => !block.includes(":"))
    .map((block) => near(block, 32, toNumber4));
  const anywhere = bigInt({ min: 0n, max: 2n ** 32n - 1n });
  return oneof(anywhere, ...blocks).map((value) =>
    [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join("."),
  );
}

function ipv6(): Arbitrary<string> {
  const blocks = [...notGlobal, ...stricter]
    .filter((block) => block.includes(":"))
    .map((block) => near(block, 128, toNumber6));
  const assigned = bigInt({ min: 2n << 124n, max: (4n << 124n) - 1n });
  return oneof(assigned, bigInt({ min: 0n, max: 2n ** 128n - 1n }), ...blocks)
    .filter((value) => value >> 32n !== 0xffffn)
    .map(text6);
}

function near(block: string, width: number, toNumber: (text: string) => bigint): Arbitrary<bigint> {
  const [network = "", bits = ""] = block.split("/");
  const size = 1n << BigInt(width - Number(bits));
  const first = toNumber(network);
  const top = 2n ** BigInt(width) - 1n;
  const clamp = (value: bigint) => (value < 0n ? 0n : value > top ? top : value);
  return oneof(
    bigInt({ min: first, max: clamp(first + size - 1n) }),
    bigInt({ min: -2n, max: 2n }).map((offset) => clamp(first + offset)),
    bigInt({ min: -2n, max: 2n }).map((offset) => clamp(first + size + offset)),
  );
}

function toNumber4(text: string): bigint {
  return text.split(".").reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
}

function toNumber6(text: string): bigint {
  const [left = "", right = ""] = text.split("::");
  const [head, tail] = [left, right].map((side) => side.split(":").filter((part) => part !== ""));
  const zeros = Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill("0");
  return [...(head ?? []), ...zeros, ...(tail ?? [])].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

function text6(value: bigint): string {
  return Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16)).join(
    ":",
  );
}

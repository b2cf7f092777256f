import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** A literal in its plain form (mapped IPv4 unwrapped, no zone), or why it can't be dialled; `range` is for logs only. */
export type AddressVerdict = { allowed: true; address: string; family: 4 | 6 } | { allowed: false; range: string };

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Addresses that no registry marks as special and that still lead inside: they are refused always. */
const alwaysDenied = [
  // Azure's wire server, which hands out certificates and extension settings to any process of the machine.
  "168.63.129.16/32",
  // "Dummy prefix" of RFC 9780; ipaddr.js 2.5 does not know it. Outside 2000::/3 as well, kept for the record.
  "100:0:0:1::/64",
] as const;

// The only block IANA has given out for global unicast (RFC 4291, "IPv6 Address Space"); everything else is unassigned or special.
const globalUnicast6: Cidr = ipaddr.parseCIDR("2000::/3");

/**
 * A function that tells whether one IP literal is global unicast, and neither always denied nor in `deny`
 * (addresses or CIDRs, e.g. the host's own and the operator's). Anything that is not a strict literal is refused:
 * canonicalising other spellings is `new URL`'s work. Throws an Error that names the entry of `deny` that is malformed.
 */
export function createAddressCheck(deny: readonly string[] = []): (literal: string) => AddressVerdict {
  const denied = [...alwaysDenied, ...deny].map(parseCidr);
  return (literal) => {
    const address = parse(literal);
    if (address === null) return { allowed: false, range: "invalid" };
    const range = address.range();
    if (range !== "unicast") return { allowed: false, range };
    if (address.kind() === "ipv6" && !contains(globalUnicast6, address)) return { allowed: false, range: "unassigned" };
    if (denied.some((cidr) => contains(cidr, address))) return { allowed: false, range: "denied" };
    return { allowed: true, address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6 };
  };
}

/** Every address of this machine's interfaces, for the deny list: its public ones lead to its own services too. */
export function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
}

/** The one spelling of a strict IP literal by which two are compared, or null when it is not one. */
export function plainAddress(literal: string): { address: string; family: 4 | 6 } | null {
  const address = parse(literal);
  return address && { address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6 };
}

function parse(literal: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (isIP(literal) === 0 || literal.includes("%")) return null;
  // ipaddr.js takes the compatible address ::8.8.8.8 for the mapped one; URL writes both in hexadecimal and keeps them apart.
  const dotted = literal.includes(":") && literal.includes(".");
  return ipaddr.process(dotted ? new URL(`http://[${literal}]/`).hostname.slice(1, -1) : literal);
}

function contains([network, bits]: Cidr, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function parseCidr(text: string): Cidr {
  const [literal = "", bits, ...rest] = text.split("/");
  const address = parse(literal);
  if (address === null || rest.length > 0) throw wrongCidr(text);
  const width = address.kind() === "ipv4" ? 32 : 128;
  // A mapped address was unwrapped, and its prefix length no longer counts from the same bit.
  if (bits !== undefined && (isIP(literal) === 6) !== (width === 128)) throw wrongCidr(text);
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
  if (!(length <= width)) throw wrongCidr(text);
  return [address, length];
}

function wrongCidr(text: string): Error {
  return new Error(`Expected an IP address or CIDR block, got ${JSON.stringify(text)}.`);
}

import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** An address in canonical form (mapped IPv4 unwrapped, no zone), or the reason it is refused. `range` is for logs only. */
export type AddressVerdict = { allowed: true; address: string; family: 4 | 6 } | { allowed: false; range: string };

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Internal addresses that no registry marks as special. They are always refused. */
const alwaysDenied = [
  // Azure's wire server gives certificates and extension settings to any process of the machine.
  "168.63.129.16/32",
  // The "dummy prefix" of RFC 9780, unknown to ipaddr.js 2.5. It is outside 2000::/3, too, and listed for documentation.
  "100:0:0:1::/64",
] as const;

// IANA's only block for global unicast (RFC 4291, "IPv6 Address Space"). All other addresses are unassigned or special.
const globalUnicast6: Cidr = ipaddr.parseCIDR("2000::/3");

/**
 * Creates a check for IP literals. It allows global unicast addresses that are neither always denied nor in `deny`
 * (addresses or CIDR blocks). It refuses other spellings than strict literals; `new URL` canonicalises those before.
 * @throws Error that names the malformed entry of `deny`.
 */
export function createAddressCheck(deny: readonly string[] = []): (literal: string) => AddressVerdict {
  const deniedRanges = [...alwaysDenied, ...deny].map(parseCidr);
  return (literal) => {
    const address = parse(literal);
    if (address === null) return { allowed: false, range: "invalid" };
    const range = address.range();
    if (range !== "unicast") return { allowed: false, range };
    if (address.kind() === "ipv6" && !contains(globalUnicast6, address)) return { allowed: false, range: "unassigned" };
    if (deniedRanges.some((cidr) => contains(cidr, address))) return { allowed: false, range: "denied" };
    return { allowed: true, address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6 };
  };
}

/** All addresses of this machine's interfaces, for the deny list. Its public addresses also reach its own services. */
export function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
}

/** The canonical spelling of a strict IP literal, for comparisons; null if the text is not one. */
export function plainAddress(literal: string): { address: string; family: 4 | 6 } | null {
  const address = parse(literal);
  return address && { address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6 };
}

function parse(literal: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (isIP(literal) === 0 || literal.includes("%")) return null;
  // ipaddr.js confuses the compatible address ::8.8.8.8 with the mapped one. URL writes both in hexadecimal and distinguishes them.
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
  // A mapped address was unwrapped, so its prefix length no longer counts from the same bit.
  if (bits !== undefined && (isIP(literal) === 6) !== (width === 128)) throw wrongCidr(text);
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
  if (!(length <= width)) throw wrongCidr(text);
  return [address, length];
}

/** Whether a strict IP literal is in a CIDR block or equal to an address. @throws Error for a text that is neither. */
export function createBlockCheck(block: string): (literal: string) => boolean {
  const cidr = parseCidr(block);
  return (literal) => {
    const address = parse(literal);
    return address !== null && contains(cidr, address);
  };
}

function wrongCidr(text: string): Error {
  return new Error(`Expected an IP address or CIDR block, got ${JSON.stringify(text)}.`);
}

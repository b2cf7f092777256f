/** The address of a page with its scheme. One without a scheme gets https, or http on this machine and in private networks. */
export function withScheme(text: string): string {
  const address = text.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address;
  return `${isPrivate(address) ? "http" : "https"}://${address}`;
}

/** Whether a word may be the address of a page: it has a scheme, a port, or a host with a dot. */
export function looksLikeAddress(word: string): boolean {
  const [host = ""] = word.split(/[/\s]/, 1);
  const hasDot = host.slice(0, -1).includes(".", 1);
  const isKnown = /^(?:https?:|\[|localhost\b)/i.test(word);
  return (isKnown || hasDot || /:\d/.test(host)) && URL.canParse(withScheme(word));
}

/** Whether no certificate of the public web covers the host of an address without a scheme. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(`http://${address}`)) return false;
  // The URL standard writes each spelling of an IP address in one form.
  const { hostname } = new URL(`http://${address}`);
  return isIpv4.test(hostname) ? privateIpv4.test(hostname) : privateName.test(hostname);
}

const isIpv4 = /^\d+(?:\.\d+){3}$/;
const privateIpv4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
/** A name of one label, a name for private use, or an IPv6 address of this machine or of a private network. */
const privateName = /^[^.[]+$|\.(?:localhost|local|internal|home\.arpa)$|^\[(?:::1\]|f[cd]|fe[89ab])/;

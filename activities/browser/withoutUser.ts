/** An address as it is shown to callers and kept: without the user and password that a site may put into those it leads to. */
export function stripCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  [url.username, url.password] = ["", ""];
  return url.href;
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site whose pages a test changes. */
export type ChangingSite = {
  /** host:port. */
  address: string;
  url: (path: string) => string;
  /** Sets the HTML of a path. */
  show(path: string, html: string): void;
  /** Makes a path 404 again. */
  remove(path: string): void;
  close(): Promise<void>;
};

/** Serves pages on loopback. An unknown path is 404. */
export async function openChangingSite(): Promise<ChangingSite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(new URL(request.url ?? "/", "http://site").pathname);
    response.writeHead(html === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(html ?? "not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  const address = `127.0.0.1:${isTcp(bound) ? bound.port : 0}`;
  return {
    address,
    url: (path) => `http://${address}${path}`,
    show: (path, html) => void pages.set(path, html),
    remove: (path) => void pages.delete(path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isTcp(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

/** A page with a heading, rows of text and an extra block. */
export function shopPage(title: string, extra = ""): string {
  const rows = Array.from({ length: 40 }, (_, index) => `<p>Product ${index + 1}: ${20 + index} euros</p>`).join("");
  return `<!doctype html><html lang="en"><title>${title}</title><body style="margin:0;font:20px sans-serif">
    <h1>${title}</h1>${extra}${rows}</body></html>`;
}

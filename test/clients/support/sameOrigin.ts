import { readFile } from "node:fs/promises";
import { createServer, request, type ServerResponse } from "node:http";
import path from "node:path";

const importMap = {
  imports: {
    "@watchframe/client": "/package/dist/index.js",
    "@watchframe/client/webhooks": "/package/dist/webhooks.js",
  },
};
const page = `<!doctype html><title>Client</title><script type="importmap">${JSON.stringify(importMap)}</script>`;

/** Folders with the modules of a page. */
type Modules = { folder: string; installed: string };

/** A page with modules, and an API behind it at the same origin, as an application's own server would pass calls on. */
export async function openSameOrigin(apiUrl: string, { folder, installed }: Modules) {
  const server = createServer((asked, response) => {
    const { pathname } = new URL(asked.url ?? "/", apiUrl);
    if (pathname === "/page") return void response.setHeader("Content-Type", "text/html").end(page);
    if (pathname === "/exercise.js") return void sendModule(path.join(folder, pathname), response);
    if (pathname.startsWith("/package/"))
      return void sendModule(installed + pathname.slice("/package".length), response);
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? "/", apiUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendModule(file: string, response: ServerResponse): Promise<void> {
  response.setHeader("Content-Type", "text/javascript").end(await readFile(file));
}

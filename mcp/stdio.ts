import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Static } from "typebox";
import type { KeyReply } from "#schemas/account.ts";
import { type ApiAccess, createApi } from "./api.ts";
import type { PictureFormat } from "./pictures.ts";
import { createServer } from "./server.ts";

export type StdioOptions = Pick<ApiAccess, "baseUrl" | "apiKey"> & {
  pictures: PictureFormat;
  /** Gets errors that no reply can carry. Standard output belongs to the protocol. */
  onError: (error: Error) => void;
};

/**
 * Serves the tools on standard input and output, until the input ends.
 * @throws WatchframeError if the API can't be reached or refuses the key.
 */
export async function serveOnStdio({ baseUrl, apiKey, pictures, onError }: StdioOptions): Promise<void> {
  const access = { fetch, baseUrl, apiKey, maxRetries: 2 };
  const openApi = (signal: AbortSignal) => createApi(access, signal);
  const call = { method: "GET", path: "/account/keys/current" } as const;
  const { key } = await openApi(AbortSignal.timeout(30_000)).json<Static<typeof KeyReply>>(call);
  serveStdio(() => createServer({ openApi, scopes: key.scopes, pictures }), { onerror: onError });
}

import { Watchframe } from "#clients/typescript/src/index.ts";
import { checkConnection, isGatewayError, noteUnreachable } from "./connection.ts";

export { ApiError, ConnectionError } from "#clients/typescript/src/index.ts";

/** The API with the browser's session. Queries retry by themselves, and a person repeats an action. */
export const wf: Watchframe = new Watchframe({
  credentials: "same-origin",
  baseUrl: location.origin,
  maxRetries: 0,
  fetch: fetchAndNote,
});

/** Fetches, and notes whether the API can be reached. */
async function fetchAndNote(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted !== true) noteUnreachable();
    throw cause;
  });
  if (isGatewayError(response.status)) void checkConnection();
  return response;
}

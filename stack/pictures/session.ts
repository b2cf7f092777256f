/** A session of the console: its cookie, and how to end it. */
export type ConsoleSession = { cookie: { name: string; value: string }; end(): Promise<void> };

/** Logs in as a browser does. @throws Error if the API refuses the key. */
export async function openSession(apiUrl: string, apiKey: string): Promise<ConsoleSession> {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(new URL("/sessions", apiUrl), {
    method: "POST",
    headers,
    body: JSON.stringify({ apiKey }),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(reply.headers.get("Set-Cookie") ?? "") ?? [];
  if (reply.status !== 201 || value === "") throw new Error(`POST /sessions answered ${reply.status}`);
  return {
    cookie: { name, value },
    async end() {
      const ended = { Cookie: `${name}=${value}`, Origin: new URL(apiUrl).origin };
      await fetch(new URL("/sessions/current", apiUrl), { method: "DELETE", headers: ended });
    },
  };
}

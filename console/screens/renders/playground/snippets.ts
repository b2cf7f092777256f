/** The call as a command line. The key comes from the environment, so that the text holds no secret of the account. */
export function toCurl(origin: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS -X POST '${origin}/render' \\`,
    `  -H "Authorization: Bearer $WATCHFRAME_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${quoted}'`,
  ].join("\n");
}

/** The call as TypeScript with the client. It waits for the job's end. */
export function toTypeScript(origin: string, body: object): string {
  return `import { Watchframe } from "@watchframe/client";

// The key comes from WATCHFRAME_API_KEY.
const wf = new Watchframe({ baseUrl: "${origin}" });
const job = await wf.renders.run(${JSON.stringify(body, null, 2)});
console.log(job.result?.screenshot?.url);
`;
}

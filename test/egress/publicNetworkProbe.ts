import { createServer } from "node:http";
import { createGuardedFetch } from "#egress/fetch.ts";
import { openJobProxy } from "#egress/jobProxy.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import { serveNames } from "./nameServer.ts";
import { ampleBudget, ask } from "./support.ts";

/*
 * Runs in a network namespace. Its loopback has a public address, private addresses and a metadata service, all named in
 * /etc/hosts. Prints the verdict of the policy with production settings on each name, as JSON.
 */
const reached: string[] = [];
for (const address of ["93.184.216.34", "10.0.0.1", "169.254.169.254", "127.0.0.1"]) {
  const server = createServer((_, response) => {
    reached.push(address);
    response.end(address);
  });
  await new Promise<void>((resolve) => server.listen(80, address, resolve));
  server.unref();
}

const names = await serveNames({
  "dns.example": { a: [[93, 184, 216, 34]] },
  "dns-mixed.example": { a: [[93, 184, 216, 34]], aaaa: [[...Array(15).fill(0), 1]] },
  "dns-inside.example": { a: [[10, 0, 0, 1]] },
  "dns-empty.example": {},
  // Name servers come before /etc/hosts, which has a private address for the name.
  "both.example": { a: [[93, 184, 216, 34]] },
});
const policy = createEgressPolicy({ allow: "" });
const proxy = await openJobProxy({ policy, budget: ampleBudget });
const fetch = createGuardedFetch(policy);
const outcomes: Record<string, [proxied: string, fetched: string]> = {};
for (const host of process.argv.slice(2)) {
  const answer = await ask(proxy, `http://${host}/`);
  const fetched = await fetch(`http://${host}/`).then(
    ({ body }) => body.toString(),
    (error: unknown) => (error instanceof Error ? error.name : "?"),
  );
  outcomes[host] = [answer.body || String(answer.headers["x-watchframe-egress"]), fetched];
}
await Promise.all([fetch.close(), proxy.close()]);
names.socket.close();
console.log(JSON.stringify({ outcomes, reached, questions: names.questions() }));

import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** The test of a proxy that does not answer. */
export async function recordProxies({ pipeline, caller, site, record }: World): Promise<void> {
  const made = await caller.call("POST", "/proxies", { name: "recorded", url: `http://${new URL(site.url).host}` });
  const { proxy }: { proxy: { id: string } } = JSON.parse(await made.text());
  await caller.call("POST", `/proxies/${proxy.id}/test`, { url: `${site.url}/now/page` });
  const query = `WorkflowType = "proxyTest" AND AccountId = "${caller.accountId}"`;
  const workflowId = await until(async () => {
    for await (const execution of pipeline.temporal.workflow.list({ query })) return execution.workflowId;
    return null;
  });
  await record("proxyTest-failed", workflowId);
}

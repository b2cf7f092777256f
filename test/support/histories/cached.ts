import { workflowIds } from "#orders/messages.ts";
import { startJob } from "../startJob.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Jobs with `cache: true`: one with a webhook, answered at acceptance, and one answered by its workflow. */
export async function recordCached({ pipeline, caller, site, receiver, record }: World): Promise<void> {
  site.release();
  const url = `${site.url}/cached`;
  const body = { url, cache: true, webhookUrl: `${receiver.url}/cached` };
  const { id: like } = await caller.render(body);
  const answered = await caller.submit(body);
  await until(async () => receiver.received.find((one) => one.path === "/cached" && one.body.includes(answered)));
  const cached = await startJob(pipeline, { like, kind: "scheduled", url });
  await caller.ended(cached);

  await record("renderJob-answered", workflowIds.renderJob(answered));
  await record("renderJob-cached", workflowIds.renderJob(cached));
}

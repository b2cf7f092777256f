import { workflowIds } from "#orders/messages.ts";
import { newCaller } from "../pipeline.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A batch with a page that fails, one that was cancelled before it was begun and a webhook at its end; and one that is cancelled. */
export async function recordBatches({ pipeline, site, receiver, closedPort, record }: World): Promise<void> {
  // Two pages at once.
  const caller = await newCaller(pipeline.apiUrl, pipeline.database, "free");
  const submit = async (body: Record<string, unknown>): Promise<{ batch: string; results: { id: string }[] }> =>
    (await caller.call("POST", "/render/smart-batch", body)).json();
  const closed = (batchId: string) =>
    until(
      async () => (await pipeline.temporal.workflow.getHandle(workflowIds.renderBatch(batchId)).describe()).closeTime,
    );
  const pages = (count: number) => Array.from({ length: count }, (_, index) => `${site.url}/${index}`);
  for (const ending of ["completed", "cancelled"] as const) {
    site.hold();
    site.seen.length = 0;
    const urls = [...pages(4), `http://127.0.0.1:${closedPort}/`];
    const { batch, results } = await submit({ urls, webhookUrl: `${receiver.url}/batch` });
    await site.visited(2);
    if (ending === "cancelled") await caller.call("DELETE", `/render/batches/${batch}`);
    else await caller.call("DELETE", `/jobs/${results[3]?.id}`);
    site.release();
    await closed(batch);
    await record(`renderBatch-${ending}`, workflowIds.renderBatch(batch));
  }
}

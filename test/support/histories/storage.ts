import { workflowIds } from "#orders/messages.ts";
import type { World } from "./scenario.ts";

/** Renders that the caller's storage takes and refuses. */
export async function recordStorage({ caller, site, receiver, record }: World): Promise<void> {
  receiver.answer = ({ path }) => ({ status: path.startsWith("/taking/") ? 200 : 403, headers: { ETag: '"1"' } });
  site.release();
  const storage = {
    store: true,
    storage_provider: "s3",
    storage_endpoint: receiver.url,
    storage_access_key_id: "id-of-the-test",
    storage_secret_access_key: "key-of-the-test",
    storage_return_location: true,
  };
  const stored = await caller.render({ url: site.url, ...storage, storage_bucket: "taking" });
  const refused = await caller.render({ url: site.url, ...storage, storage_bucket: "refusing" });
  await record("renderJob-stored", workflowIds.renderJob(stored.id));
  await record("renderJob-refused-by-storage", workflowIds.renderJob(refused.id));
}

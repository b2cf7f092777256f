import { workflowIds } from "#workflows/messages.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Identical renders: one that others wait for, one that waited, one whose leader was cancelled, one answered as it was accepted. */
export async function recordShared({ pipeline, caller, site, receiver, record }: World): Promise<void> {
  const { jobs, renderCache } = pipeline.database;
  const body = { url: `${site.url}/shared`, cache: true, webhookUrl: `${receiver.url}/shared` };
  const waitedFor = async (leader: string, followers: number): Promise<void> => {
    const { fingerprint = "" } = (await jobs.findOne({ _id: leader })) ?? {};
    await until(async () => (await renderCache.findOne({ _id: fingerprint }))?.followers.length === followers);
  };
  const lead = async (more: Record<string, unknown> = {}): Promise<string> => {
    site.hold();
    site.seen.length = 0;
    const id = await caller.submit({ ...body, ...more });
    await site.visited(1);
    return id;
  };
  const led = await lead();
  const followed = await caller.submit(body);
  await waitedFor(led, 1);
  site.release();
  await caller.ended(led);
  await caller.ended(followed);
  const answered = await caller.submit(body);
  await until(async () => receiver.received.find((one) => one.path === "/shared" && one.body.includes(answered)));

  const cancelled = await lead({ width: 800 });
  const left = await caller.submit({ ...body, width: 800 });
  await waitedFor(cancelled, 1);
  await caller.call("DELETE", `/jobs/${cancelled}`);
  site.release();
  await caller.ended(left);

  await record("renderJob-led", workflowIds.renderJob(led));
  await record("renderJob-followed", workflowIds.renderJob(followed));
  await record("renderJob-answered", workflowIds.renderJob(answered));
  await record("renderJob-left-by-its-leader", workflowIds.renderJob(left));
}

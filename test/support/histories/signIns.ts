import { workflowIds } from "#orders/messages.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A sign-in that is renewed by hand and by a capture, fails, and is deleted; and a render that waits for it. */
export async function recordSignIns({ pipeline, caller, site, record }: World): Promise<void> {
  const { signIns } = pipeline.database;
  site.release();
  const show = (sign: string) => (site.page = `<!doctype html><title>Page</title><button>Go</button><p>${sign}`);
  show("Signed in");
  const made = await caller.call("POST", "/sign-ins", {
    name: "recorded",
    url: `${site.url}/now/login`,
    steps: [{ click: { target: "button" } }],
    signedIn: { text: "Signed in" },
  });
  const { signIn }: { signIn: { id: string } } = JSON.parse(await made.text());
  const { id } = signIn;
  const generation = async () => (await signIns.findOne({ _id: id }))?.generation ?? 0;
  const first = await until(async () => (await generation()) || null);
  await caller.call("POST", `/sign-ins/${id}/renew`);
  const second = await until(async () => ((await generation()) > first ? generation() : null));
  await signIns.updateOne({ _id: id }, { $set: { session: null } });
  const job = await caller.render({ url: `${site.url}/now/page`, signIn: "recorded" });
  await until(async () => (await generation()) > second);
  show("Nobody");
  await caller.render({ url: `${site.url}/now/page`, signIn: "recorded" });
  await until(async () => (await signIns.findOne({ _id: id }))?.state.status === "failed");
  await caller.call("DELETE", `/sign-ins/${id}`);
  const handle = pipeline.temporal.workflow.getHandle(workflowIds.signIn(id));
  await until(async () => (await handle.describe()).status.name === "COMPLETED");
  await record("signIn-renewed", workflowIds.signIn(id));
  await record("renderJob-signed-out-once", workflowIds.renderJob(job.id));
}

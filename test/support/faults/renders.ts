import { expect } from "chai";
import type { Job, JobRecord } from "#schemas/job.ts";
import type { Caller } from "../pipeline.ts";
import { until } from "../until.ts";
import { pageAt, reply, type Setting, within, type Work } from "./work.ts";

/** A job that has come to its end, as its record shows it. */
function endedJob({ running }: Setting, id: string): Promise<JobRecord> {
  return until(async () => {
    const job = await running.database.jobs.findOne({ _id: id });
    return job !== null && job.completedAt !== null && job;
  }, within);
}

/** Single renders with a webhook. */
export function singleRenders(setting: Setting): Work {
  const ids: string[] = [];
  const { receiver } = setting;
  return {
    name: "renders",
    async submit(caller, round) {
      const body = { url: pageAt(setting, `/render/${round}`), webhookUrl: `${receiver.url}/renders` };
      const accepted = await reply<{ id: string }>(caller, "POST", { path: "/render", body });
      if (accepted !== null) ids.push(accepted.id);
    },
    async expectEnded() {
      for (const id of ids) expect((await endedJob(setting, id)).status, `render ${id}`).to.equal("completed");
      const notifiedIds = () =>
        new Set(receiver.received.filter(({ path }) => path === "/renders").map(({ body }) => jobIdIn(body)));
      await until(() => Promise.resolve(ids.every((id) => notifiedIds().has(id))), within);
      return ids.length;
    },
  };
}

function jobIdIn(body: string): string | undefined {
  const event: { data: { jobId?: string } } = JSON.parse(body);
  return event.data.jobId;
}

/** Renders that are cancelled while their page is waited for. */
export function cancelledRenders(setting: Setting): Work {
  const ids: string[] = [];
  return {
    name: "cancellations",
    async submit(caller, round) {
      const body = { url: pageAt(setting, `/slow/${round}`) };
      const accepted = await reply<{ id: string }>(caller, "POST", { path: "/render", body });
      if (accepted === null) return;
      ids.push(accepted.id);
      await reply(caller, "DELETE", { path: `/jobs/${accepted.id}` });
    },
    async expectEnded() {
      // Without a reply to the cancellation, the test cannot know whether it came in time.
      for (const id of ids) {
        const { status } = await endedJob(setting, id);
        expect(status, `cancelled render ${id}`).to.be.oneOf(["cancelled", "completed"]);
      }
      return ids.length;
    },
  };
}

/** Renders of pages on a host that drops connections until the client retries the job. */
export function retriedRenders(setting: Setting): Work {
  const ids: string[] = [];
  const { running, mended } = setting;
  /** Whether the render has completed; one that has failed is tried again. */
  async function completed(caller: Caller, id: string): Promise<boolean> {
    const found = await reply<{ job: Job }>(caller, "GET", { path: `/status/${id}` });
    if (found?.job.status === "failed") {
      mended.add(new URL(found.job.url).pathname);
      await reply(caller, "POST", { path: `/retry/${id}` });
    }
    return found?.job.status === "completed";
  }
  return {
    name: "retries",
    async submit(caller, round) {
      const body = { url: pageAt(setting, `/dropped/${round}`) };
      const accepted = await reply<{ id: string }>(caller, "POST", { path: "/render", body });
      const before = ids.at(-1);
      if (before !== undefined) await completed(caller, before);
      if (accepted !== null) ids.push(accepted.id);
    },
    async expectEnded() {
      for (const id of ids) await until(() => completed(running.caller, id), within);
      return ids.length;
    },
  };
}

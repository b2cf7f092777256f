import { expect } from "chai";
import type { Change } from "#schemas/change.ts";
import type { Job } from "#schemas/job.ts";
import { openStream } from "../support/eventStream.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

describe("event stream of a render", function () {
  this.timeout(60_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  const caller = useCaller(pipeline);

  it("names the job when it is queued, while it runs and when it has completed", async () => {
    const stream = await openStream(pipeline.apiUrl, { Authorization: `Bearer ${caller.key}` });
    await stream.event("hello");
    const id = await caller.submit({ url: site.url });
    const status = async () => {
      const { job }: { job: Job } = await (await caller.call("GET", `/status/${id}`)).json();
      return job.status;
    };
    let seen = 0;
    /** Fetches the job after each event about it, as a client would, until it has the status. */
    const until = async (wanted: Job["status"]): Promise<void> => {
      for (;;) {
        const own = ({ kind, id: changed }: Change) => kind === "job" && changed === id;
        const count = seen;
        await stream.change((change) => own(change) && stream.changes().filter(own).length > count);
        seen = stream.changes().filter(own).length;
        if ((await status()) === wanted) return;
      }
    };
    await site.visited(1);
    await until("in_progress");
    site.release();
    await until("completed");
    const batchOf = await caller.call("POST", "/render/smart-batch", { urls: [site.url] });
    const { batch }: { batch: string } = await batchOf.json();
    await stream.change(({ kind, id: changed }) => kind === "batch" && changed === batch);
    expect(stream.changes().map(({ kind }) => kind)).to.include("usage");
    stream.close();
  });
});

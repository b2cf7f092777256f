import { type Job, JobReference, StatusReply } from "#schemas/job.ts";
import type { DemoClient } from "./client.ts";

/** Milliseconds of frequent polls, which show the stages. Later polls wait for the end. */
const frequentPollMs = 4_000;

/** Renders a page with a picture and four extracts, and says each stage. @throws Error if the render fails. */
export async function renderPage(client: DemoClient, url: string, say: (line: string) => void): Promise<Job> {
  const extracts = { extractMarkdown: true, extractLinks: true, extractColors: true, extractMetadata: true };
  const body = { url, screenshot: true, fullPage: true, ...extracts };
  const { id } = await client.post(JobReference, "/render", body);
  say(`POST /render accepted the job ${id}`);
  const job = await follow(client, id, say);
  if (job.status !== "completed" || !job.result) {
    throw new Error(
      `the job ended as ${job.status}: ${job.error?.code ?? "no code"}, ${job.error?.message ?? "no message"}`,
    );
  }
  const { page, timings } = job.result;
  say(`rendered "${page.title}" (HTTP ${page.statusCode}, ${page.finalUrl})`);
  const stages = Object.entries(timings).map(([stage, ms]) => `${stage} ${(ms / 1_000).toFixed(1)} s`);
  say(`stages: ${stages.join(", ")}`);
  return job;
}

/** Polls until the job ends, and says each new stage. */
function follow(client: DemoClient, id: string, say: (line: string) => void): Promise<Job> {
  const followed = Date.now();
  let seen = "";
  const read = async () => {
    const wait = Date.now() - followed > frequentPollMs ? "?wait=5" : "";
    const { job } = await client.get(StatusReply, `/status/${id}${wait}`);
    const now = `${job.status}, ${job.stage}, ${job.progress} %`;
    if (now !== seen) say(`GET /status: ${now}`);
    seen = now;
    return job.completedAt === null ? undefined : job;
  };
  return client.poll(read, "the end of the render");
}

import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Job } from "#schemas/job.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import type { DemoClient } from "../client.ts";
import { readContents } from "./contents.ts";
import { reportPage } from "./page.ts";

/** The subject of the report: the render, and the run with the change or null. */
type Subject = { job: Job; run: MonitorRun | null };

/** Writes `index.html` into `folder` and returns its path. */
export async function writeReport(folder: string, client: DemoClient, { job, run }: Subject): Promise<string> {
  const file = path.join(folder, "index.html");
  await writeFile(file, reportPage(await readContents(client, job, run)).toString());
  return file;
}

import type { Route } from "../route.ts";
import { cancelJob } from "./cancelJob.ts";
import { documentRoutes } from "./document.ts";
import { getOutput } from "./getOutput.ts";
import { getStatus } from "./getStatus.ts";
import { live, ready } from "./health.ts";
import { listJobs } from "./listJobs.ts";
import { submitRender } from "./submitRender.ts";
import { getScreenshot, postScreenshot } from "./takeScreenshot.ts";

/** Every route of the API; a new one is a file here and a line below. */
export const routes: readonly Route[] = [
  submitRender,
  postScreenshot,
  getScreenshot,
  getStatus,
  listJobs,
  cancelJob,
  getOutput,
  live,
  ready,
  ...documentRoutes(() => routes),
];

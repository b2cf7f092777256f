import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { JobKind, JobList, JobStatus } from "#schemas/job.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentJob } from "../present/job.ts";
import { findJobs } from "../reads/jobs.ts";
import { defineRoute, noBody, none } from "../route.ts";

const JobsQuery = Type.Object(
  {
    status: Type.Optional(JobStatus),
    kind: Type.Optional(JobKind),
    batchId: Type.Optional(Uuid),
    scheduleId: Type.Optional(Uuid),
    crawlId: Type.Optional(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Jobs a page." }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: "`nextCursor` of the page before, with the same filters." }),
    ),
  },
  { additionalProperties: false },
);

/** The account's jobs, newest first. */
export const listJobs = defineRoute({
  id: "listJobs",
  method: "GET",
  path: "/jobs",
  summary: "List jobs, newest first",
  description:
    "Pages stay the same while jobs are added. Values of extracts are not in the list; fetch the job for them.",
  tag: "Jobs",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: none,
  query: JobsQuery,
  body: noBody,
  responses: {
    200: {
      description: "One page of jobs.",
      json: JobList,
      links: { getStatus: "$response.body#/jobs/0/id", getOutput: "$response.body#/jobs/0/id" },
    },
  },
  errors: [],
  async handle({ query, caller }, ports) {
    const { limit, cursor, ...filter } = query;
    const { status = "", kind = "", batchId = "", scheduleId = "", crawlId = "" } = filter;
    const scope = ["jobs", caller.accountId, status, kind, batchId, scheduleId, crawlId];
    const before = readBefore(ports.signingKey, scope, cursor);
    // One more than asked for tells whether there is a next page.
    const records = await findJobs(ports.database, caller.accountId, { filter, before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    return {
      status: 200,
      json: { success: true, jobs: page.map((record) => presentJob(ports, record, new Map())), nextCursor },
    };
  },
});

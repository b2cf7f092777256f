import { Link } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { formatDuration } from "../../format/time.ts";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Table } from "../../ui/Table.tsx";

const kindNames: Readonly<Record<Job["kind"], string>> = {
  render: "Single render",
  batch_item: "Batch",
  scheduled: "Schedule",
  crawl_page: "Crawl",
  diff: "Comparison",
};

/** The jobs as a table that scrolls inside its own box. */
export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <Table caption="Renders" columns={["Page", "State", "Kind", "Credits", "Took", "Accepted"]}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </Table>
  );
}

function JobRow({ job }: { job: Job }) {
  const { id, url, kind, credits, result, createdAt } = job;
  return (
    <tr>
      <td>
        <Link to="/jobs/$jobId" params={{ jobId: id }}>
          {result?.page.title || url}
        </Link>
      </td>
      <td>
        <JobBadge job={job} />
      </td>
      <td>{kindNames[kind]}</td>
      <td>{credits.net}</td>
      <td>{result === undefined ? "—" : formatDuration(result.timings.total)}</td>
      <td>
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

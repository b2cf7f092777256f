import { Link } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { formatDuration } from "../../format/time.ts";
import { JobBadge } from "../../ui/JobBadge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "./Renders.module.css";

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
    <div className={styles["tableBox"]}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">Renders</caption>
        <thead>
          <tr>
            {["Page", "State", "Kind", "Credits", "Took", "Accepted"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </div>
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

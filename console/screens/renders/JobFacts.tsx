import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Job } from "#schemas/job.ts";
import { sessionQuery } from "../../api/session.ts";
import { Card, Section } from "../../ui/Page.tsx";
import { PageLink } from "../../ui/PageLink.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { JobTimings } from "./JobTimings.tsx";
import { labelOf } from "./playground/groups.ts";
import styles from "./Renders.module.css";

/** The facts beside a job's outputs: its account of time and credits, the page, and the effective options. */
export function JobFacts({ job }: { job: Job }) {
  const { result, credits, attempts, createdAt, expiresAt, cached } = job;
  return (
    <div className="stack-4">
      <Card>
        <dl className="stack-2">
          <Fact name="Accepted">
            <RelativeTime at={createdAt} />
          </Fact>
          <Fact name="Deleted">
            <RelativeTime at={expiresAt} />
          </Fact>
          <Fact name="Credits">
            {`${credits.net}${credits.refunded > 0 ? ` (${credits.charged} charged, ${credits.refunded} refunded)` : ""}`}
          </Fact>
          <Fact name="Attempts">{attempts}</Fact>
          {cached && <Fact name="From the cache">Yes, at no charge</Fact>}
          <WorkflowLink job={job} />
        </dl>
      </Card>
      {result !== undefined && <JobTimings timings={result.timings} />}
      {result !== undefined && <PageFacts page={result.page} />}
      <Options options={job.options} />
    </div>
  );
}

/** A link to the workflow of the job's last attempt in Temporal's UI, for operators. */
function WorkflowLink({ job: { id, attempts } }: { job: Job }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const ui = session?.temporalUiUrl ?? null;
  if (ui === null) return null;
  const workflowId = attempts === 1 ? `render:${id}` : `render:${id}:${attempts}`;
  return (
    <Fact name="Workflow">
      <a href={`${ui}/${encodeURIComponent(workflowId)}`} target="_blank" rel="noreferrer">
        in Temporal’s UI
      </a>
    </Fact>
  );
}

function PageFacts({ page }: { page: NonNullable<Job["result"]>["page"] }) {
  return (
    <Section title="Page">
      <Card>
        <dl className="stack-2">
          <Fact name="HTTP status">{page.statusCode}</Fact>
          <Fact name="Content type">{page.contentType}</Fact>
          <Fact name="Final address">
            <PageLink href={page.finalUrl} />
          </Fact>
          {page.redirects.length > 0 && <Fact name="Redirects">{page.redirects.length}</Fact>}
          {page.timedOut === true && <Fact name="Wait">Not reached; captured at the deadline</Fact>}
        </dl>
      </Card>
    </Section>
  );
}

function Options({ options }: { options: Job["options"] }) {
  return (
    <details className={styles["options"]}>
      <summary>Effective options</summary>
      <dl className="stack-2">
        {Object.entries(options).map(([name, value]) => (
          <Fact key={name} name={labelOf({ name })}>
            {optionText(value)}
          </Fact>
        ))}
      </dl>
    </details>
  );
}

/** The value of an option in words. */
function optionText(value: Job["options"][keyof Job["options"]]): string {
  if (Array.isArray(value)) return value.map(entryText).join(", ") || "None";
  if (typeof value !== "object") return words[String(value)] ?? String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${typeof part === "object" ? Object.values(part).join(" ") : part}`)
    .join(", ");
}

const words: Readonly<Record<string, string>> = { true: "Yes", false: "No" };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An entry of a list. Values to read have a name. */
function entryText(entry: string | number | { name: string }): string {
  return typeof entry === "object" ? entry.name : String(entry);
}

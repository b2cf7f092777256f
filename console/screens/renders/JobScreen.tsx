import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Job } from "#schemas/job.ts";
import { api } from "../../api/client.ts";
import { jobQuery } from "../../api/queries.ts";
import { sessionQuery } from "../../api/session.ts";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { formatDuration } from "../../format/time.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { JobBadge } from "../../ui/JobBadge.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { jobOutputPath, Picture } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { showDone } from "../../ui/toasts.ts";
import styles from "./Renders.module.css";

/** One render: its picture, its timing and outputs, and why it failed. */
export function JobScreen() {
  const { jobId } = useParams({ from: "/shell/jobs/$jobId" });
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  const title = job?.result?.page.title || "Render";
  return (
    <Page title={title} about={job?.url} {...(job && { actions: <Actions job={job} /> })}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {job === undefined && error === null && <Loading label="Loading the render" lines={1} height="60vh" />}
      {job !== undefined && (
        <div className={styles["columns"]}>
          <Result job={job} />
          <Facts job={job} />
        </div>
      )}
    </Page>
  );
}

function Actions({ job }: { job: Job }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (action: "retry" | "cancel") =>
      action === "retry" ? api.post(`/retry/${job.id}`) : api.delete(`/jobs/${job.id}`),
    onSuccess: (_reply, action) => showDone(action === "retry" ? "The render starts again." : "Cancelled."),
    onSettled: () => client.invalidateQueries({ queryKey: ["job"] }),
  });
  const isOpen = job.completedAt === null;
  return (
    <>
      <LinkButton href={`/monitors/new?url=${encodeURIComponent(job.url)}`}>Watch this page</LinkButton>
      {isOpen && <Button onPress={() => change.mutate("cancel")}>Cancel</Button>}
      {job.status === "failed" && (
        <Button variant="primary" onPress={() => change.mutate("retry")} isPending={change.isPending}>
          Try again
        </Button>
      )}
    </>
  );
}

function Result({ job }: { job: Job }) {
  if (job.error !== undefined) return <EmptyState title="The render failed">{job.error.message}</EmptyState>;
  if (job.completedAt === null)
    return (
      <EmptyState title="The render is on its way">
        <JobBadge job={job} /> {job.progress} %
      </EmptyState>
    );
  const screenshot = job.result?.screenshot;
  if (screenshot === undefined) return <EmptyState title="This render made no picture" />;
  const shape = `${screenshot.width} / ${Math.min(screenshot.height, 2 * screenshot.width)}`;
  return (
    <a className={styles["picture"]} href={jobOutputPath(job.id, "screenshot")} target="_blank" rel="noreferrer">
      <Picture
        path={jobOutputPath(job.id, "screenshot")}
        alt={`The page ${job.url}, ${screenshot.width} by ${screenshot.height} pixels. Opens the whole picture.`}
        width={1280}
        shape={shape}
        isFirst
      />
    </a>
  );
}

function Facts({ job }: { job: Job }) {
  const { result, credits, attempts, createdAt, error } = job;
  return (
    <div className={styles["aside"]}>
      <Card>
        <dl className={styles["list"]}>
          <Fact name="State">
            <JobBadge job={job} />
          </Fact>
          <Fact name="Accepted">
            <RelativeTime at={createdAt} />
          </Fact>
          {error !== undefined && <Fact name="Code">{error.code}</Fact>}
          {result?.screenshot !== undefined && (
            <Fact name="Picture">
              {formatCount(result.screenshot.width)} × {formatCount(result.screenshot.height)} px,{" "}
              {formatBytes(result.screenshot.bytes)}
            </Fact>
          )}
          {result !== undefined && <Fact name="HTTP status">{result.page.statusCode}</Fact>}
          <Fact name="Credits">{credits.net}</Fact>
          <Fact name="Attempts">{attempts}</Fact>
          <WorkflowLink jobId={job.id} />
        </dl>
      </Card>
      {result !== undefined && <Timings timings={result.timings} />}
    </div>
  );
}

/** A link to the job's workflows in Temporal's UI, for operators. */
function WorkflowLink({ jobId }: { jobId: string }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const ui = session?.temporalUiUrl ?? null;
  if (ui === null) return null;
  const query = encodeURIComponent(`WorkflowId STARTS_WITH "job/${jobId}"`);
  return (
    <Fact name="Workflow">
      <a href={`${ui}?query=${query}`} target="_blank" rel="noreferrer">
        in Temporal’s UI
      </a>
    </Fact>
  );
}

const stages = [
  ["queued", "Waiting"],
  ["navigation", "Loading the page"],
  ["capture", "Taking the picture"],
  ["extraction", "Extracting"],
  ["upload", "Storing"],
] as const;

/** How long each stage took, as bars one after another. */
function Timings({ timings }: { timings: NonNullable<Job["result"]>["timings"] }) {
  const offsets = stages.map((_, index) => stages.slice(0, index).reduce((sum, [name]) => sum + timings[name], 0));
  const total = Math.max(
    1,
    stages.reduce((sum, [name]) => sum + timings[name], 0),
  );
  return (
    <Section title={`Timing: ${formatDuration(timings.total)}`}>
      <Card>
        <dl className={styles["list"]}>
          {stages.map(([name, label], index) => (
            <div key={name} className={styles["stage"]}>
              <dt>{label}</dt>
              <dd>{formatDuration(timings[name])}</dd>
              <span
                className={styles["bar"]}
                style={{
                  marginLeft: `${((offsets[index] ?? 0) / total) * 100}%`,
                  width: `${Math.max(0.5, (timings[name] / total) * 100)}%`,
                }}
              />
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { JobResult } from "#clients/typescript/src/index.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import type { Job } from "#schemas/job.ts";
import { wf } from "../../../api/client.ts";
import { formatBytes } from "../../../format/numbers.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import styles from "./Result.module.css";

type ExtractProps<Value> = {
  job: Job;
  name: ExtractName;
  /** The value in a result that includes it. */
  read: (result: JobResult) => Value | undefined;
  show: (value: Value) => ReactNode;
};

/** Loads the value of an extract and shows it, with its size and a download. */
export function Extract<Value>({ job: { id, result }, name, read, show }: ExtractProps<Value>) {
  const { data, error, refetch } = useQuery({
    queryKey: ["extract", id, name],
    queryFn: async ({ signal }): Promise<{ value: Value | undefined }> => {
      const { job } = await wf.operations.getStatus(id, { include: [name] }, { signal });
      return { value: job.result && read(job.result) };
    },
    // The value of a completed job never changes.
    staleTime: Infinity,
  });
  const facts = result?.[name];
  return (
    <div className="stack-3">
      <p className={styles["note"]}>
        {facts !== undefined && `${formatBytes(facts.bytes)} · `}
        <a href={jobOutputPath(id, name)} download>
          Download
        </a>
        {facts?.truncated !== undefined && ` · Cut at a limit: ${facts.truncated.join(", ")}`}
      </p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the output" lines={1} height="24rem" />}
      {data !== undefined && (data.value === undefined ? <p>The value is no longer stored.</p> : show(data.value))}
    </div>
  );
}

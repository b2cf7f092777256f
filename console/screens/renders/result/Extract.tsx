import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Job } from "#schemas/job.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import { formatBytes } from "../../../format/numbers.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { extractQuery, type ExtractValues } from "./extracts.ts";
import styles from "./Result.module.css";

type ExtractProps<Name extends ExtractName> = {
  job: Job;
  name: Name;
  show: (value: ExtractValues[Name]) => ReactNode;
};

/** Loads the value of an extract and shows it, with its size and a download. */
export function Extract<Name extends ExtractName>({ job, name, show }: ExtractProps<Name>) {
  const { data, error, refetch } = useQuery(extractQuery(job.id, name));
  const facts = job.result?.[name];
  return (
    <div className={styles["extract"]}>
      <p className={styles["note"]}>
        {facts !== undefined && `${formatBytes(facts.bytes)} · `}
        <a href={jobOutputPath(job.id, name)} download>
          Download
        </a>
        {facts?.truncated !== undefined && ` · Cut at a limit: ${facts.truncated.join(", ")}`}
      </p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the output" lines={1} height="24rem" />}
      {data === null && <p>The value is no longer stored.</p>}
      {data !== undefined && data !== null && show(data)}
    </div>
  );
}

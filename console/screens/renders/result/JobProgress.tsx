import type { Job, JobStage } from "#schemas/job.ts";
import styles from "./Result.module.css";

const renderStages: readonly JobStage[] = ["waiting", "navigating", "capturing", "extracting", "uploading"];

/** The stages of a job that runs, with the current one marked. */
export function JobProgress({ job: { stage, progress } }: { job: Job }) {
  const stages = renderStages.includes(stage) ? renderStages : [...renderStages, stage];
  const current = stages.indexOf(stage);
  return (
    <div className={styles["progress"]}>
      <progress max={100} value={progress} aria-label="Progress of the job" />
      <ol>
        {stages.map((name, index) => (
          <li key={name} data-past={index < current} aria-current={index === current ? "step" : undefined}>
            {`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

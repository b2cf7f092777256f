import type { Job } from "#schemas/job.ts";
import { formatBytes, formatCount } from "../../../format/numbers.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import styles from "./Result.module.css";

type Recording = NonNullable<NonNullable<Job["result"]>["recording"]>;

/** The job's recording, which plays here, with its facts and its download. */
export function RecordingView({ job, recording }: { job: Job; recording: Recording }) {
  const { format, width, height, seconds, bytes } = recording;
  const path = jobOutputPath(job.id, "recording");
  const size = { width, height, className: styles["recording"] };
  const label = `Recording of ${job.url}`;
  return (
    <div className="stack-3">
      <p className={styles["note"]}>
        {`${formatCount(seconds)} s · ${width} × ${height} · ${format} · ${formatBytes(bytes)} · `}
        <a href={path} download={`${job.id}.${format}`}>
          Download
        </a>
      </p>
      {format === "gif" ? (
        <img {...size} src={path} alt={label} />
      ) : (
        <video {...size} src={path} controls muted playsInline preload="metadata" aria-label={label} />
      )}
    </div>
  );
}

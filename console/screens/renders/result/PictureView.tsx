import type { Job } from "#schemas/job.ts";
import { formatBytes, formatCount } from "../../../format/numbers.ts";
import { jobOutputPath, Picture } from "../../../ui/Picture.tsx";
import styles from "./Result.module.css";

type Screenshot = NonNullable<NonNullable<Job["result"]>["screenshot"]>;

/** The job's picture from its top, with links to the full size and a download. */
export function PictureView({ job, picture }: { job: Job; picture: Screenshot }) {
  const { width, height, bytes, format } = picture;
  const path = jobOutputPath(job.id, "screenshot");
  return (
    <div className={styles["extract"]}>
      <p className={styles["note"]}>
        {`${formatCount(width)} × ${formatCount(height)} px · ${format} · ${formatBytes(bytes)} · `}
        <a href={path} target="_blank" rel="noreferrer">
          Full size
        </a>
        {" · "}
        <a href={path} download={`${job.id}.${format}`}>
          Download
        </a>
      </p>
      <a className={styles["picture"]} href={path} target="_blank" rel="noreferrer">
        <Picture
          path={path}
          alt={`Picture of ${job.url}. Opens the full size.`}
          width={1280}
          shape={`${width} / ${Math.min(height, 1.25 * width)}`}
          isFirst
        />
      </a>
    </div>
  );
}

import type { Job } from "#schemas/job.ts";
import { formatBytes, formatCount } from "../../../format/numbers.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import { TallPicture } from "../../../ui/TallPicture.tsx";
import styles from "./Result.module.css";

type Screenshot = NonNullable<NonNullable<Job["result"]>["screenshot"]>;

/** The job's whole picture, with links to the full size and a download. */
export function PictureView({ job, picture }: { job: Job; picture: Screenshot }) {
  const { width, height, bytes, format } = picture;
  const path = jobOutputPath(job.id, "screenshot");
  return (
    <div className="stack-3">
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
      <TallPicture path={path} alt={`Picture of ${job.url}. Opens the full size.`} width={width} height={height} />
    </div>
  );
}

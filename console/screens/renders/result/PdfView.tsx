import type { Job } from "#schemas/job.ts";
import { formatBytes, formatCount } from "../../../format/numbers.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import styles from "./Result.module.css";

type Pdf = NonNullable<NonNullable<Job["result"]>["pdf"]>;

/** Facts of the job's PDF, with its download. The API lets no browser show it. */
export function PdfView({ job, pdf }: { job: Job; pdf: Pdf }) {
  const { pages, bytes } = pdf;
  return (
    <div className="stack-3">
      <p className={styles["note"]}>
        {`${formatCount(pages)} ${pages === 1 ? "page" : "pages"} · ${formatBytes(bytes)} · `}
        <a href={jobOutputPath(job.id, "pdf")} download={`${job.id}.pdf`}>
          Download
        </a>
      </p>
    </div>
  );
}

import type { Job } from "#schemas/job.ts";
import { formatDuration } from "../../format/time.ts";
import { Card, Section } from "../../ui/Page.tsx";
import styles from "./Renders.module.css";

const stages = [
  ["queued", "Waiting"],
  ["navigation", "Loading the page"],
  ["capture", "Taking the picture"],
  ["extraction", "Extracting"],
  ["upload", "Storing"],
] as const;

/** How long each stage took, as bars one after another. */
export function JobTimings({ timings }: { timings: NonNullable<Job["result"]>["timings"] }) {
  const offsets = stages.map((_, index) => stages.slice(0, index).reduce((sum, [name]) => sum + timings[name], 0));
  const total = Math.max(
    1,
    stages.reduce((sum, [name]) => sum + timings[name], 0),
  );
  return (
    <Section title={`Timing: ${formatDuration(timings.total)}`}>
      <Card>
        <dl className="stack-2">
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

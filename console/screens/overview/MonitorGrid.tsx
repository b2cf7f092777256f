import { Link } from "@tanstack/react-router";
import { takesPicture } from "#rules/comparedParts.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { formatTimes } from "../../format/cron.ts";
import { inFormWords } from "../../format/fieldLabels.ts";
import { titleBeside } from "../../format/pageTitle.ts";
import { MonitorBadge } from "../../ui/badges/MonitorBadge.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { DueTime, RelativeTime } from "../../ui/RelativeTime.tsx";
import { Sparkline } from "../../ui/Sparkline.tsx";
import styles from "./Overview.module.css";

/** The monitors with their state and runs: a grid of pictures, or rows on a phone. */
export function MonitorGrid({ monitors }: { monitors: Monitor[] }) {
  return (
    <ul className={styles["grid"]}>
      {monitors.map((monitor) => (
        <MonitorCard key={monitor.id} monitor={monitor} />
      ))}
    </ul>
  );
}

function MonitorCard({ monitor }: { monitor: Monitor }) {
  const { id, name, state, lastRunAt, nextRunAt, baselineRunId } = monitor;
  const title = titleBeside(monitor);
  return (
    <li className={styles["monitor"]}>
      <Link to="/monitors/$monitorId" params={{ monitorId: id }}>
        <span className={styles["picture"]}>
          {baselineRunId === null ? (
            <span className={styles["blank"]} />
          ) : (
            <Picture
              path={runPicturePath(id, baselineRunId)}
              alt=""
              width={320}
              shape="16 / 10"
              isTaken={takesPicture(monitor.capture)}
            />
          )}
        </span>
        <strong>{name}</strong>
        {title !== null && <span className={styles["title"]}>{title}</span>}
      </Link>
      <p className={styles["facts"]}>
        <MonitorBadge monitor={monitor} />
        {state.reason !== null && <span className={styles["reason"]}>{inFormWords(state.reason)}</span>}
        <Sparkline runs={monitor.recentRuns} />
        <span className={styles["times"]}>
          {lastRunAt === null ? formatTimes(monitor) : <RelativeTime at={lastRunAt} />}
          {nextRunAt !== null && (
            <span>
              next <DueTime at={nextRunAt} />
            </span>
          )}
        </span>
      </p>
    </li>
  );
}

import { Link } from "@tanstack/react-router";
import { Check, Link2, RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { copyText } from "../../api/toasts.ts";
import styles from "./Review.module.css";

type EntryProps = {
  change: PageChange;
  isCurrent: boolean;
  onFocus: () => void;
  /** Seen with a rolling baseline, accept with a fixed one. */
  onYes: () => void;
  onKeep: () => void;
  onReopen: () => void;
  onNote: () => void;
};

const decisions = { seen: "Seen", accepted: "Accepted", kept: "Old baseline kept" } as const;

/** A change: its changed area first, then what it says, whose it is, and the decision. */
export function ChangeEntry({ change, isCurrent, onFocus, ...acts }: EntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isCurrent) return;
    entry.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const { id, monitorId, title, summary, openedAt, note, decision, pairUrl } = change;
  return (
    <li ref={entry} className={styles["entry"]} aria-current={isCurrent}>
      <span className={`${styles["picture"]} ${pairUrl === null ? "" : styles["pair"]}`}>
        <Picture
          path={runPicturePath(monitorId, id, pairUrl === null ? "screenshot" : "pair")}
          alt=""
          width={480}
          shape="16 / 9"
        />
      </span>
      <div className={styles["facts"]}>
        <Link
          to="/monitors/$monitorId/runs/$runId"
          params={{ monitorId, runId: id }}
          className={styles["summary"]}
          dir="auto"
          onFocus={onFocus}
        >
          {summary}
        </Link>
        <p className={styles["whose"]}>
          <Link to="/monitors/$monitorId" params={{ monitorId }}>
            {title}
          </Link>
          <RelativeTime at={openedAt} />
          {decision !== null && <Badge tone="neutral">{decisions[decision]}</Badge>}
        </p>
        {note !== null && (
          <p className={styles["note"]} dir="auto">
            {note}
          </p>
        )}
        <Acts change={change} {...acts} />
      </div>
    </li>
  );
}

function Acts({ change, onYes, onKeep, onReopen, onNote }: Omit<EntryProps, "isCurrent" | "onFocus">) {
  const { state, baselineMode, title, note, reviewUrl } = change;
  const about = (label: string): string => `${label}: ${title}`;
  const share = (): void => copyText(reviewUrl, "Copied. The link shows this change to people without an account.");
  return (
    <div className={styles["buttons"]}>
      {state === "unseen" ? (
        <>
          <Button size="small" variant="primary" onPress={onYes}>
            <Check aria-hidden="true" />
            {baselineMode === "rolling" ? "Seen" : "Accept"}
          </Button>
          {baselineMode === "fixed" && (
            <Button size="small" onPress={onKeep}>
              Keep old
            </Button>
          )}
        </>
      ) : (
        <Button size="small" onPress={onReopen}>
          <RotateCcw aria-hidden="true" /> To review
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        onPress={onNote}
        aria-label={about(note === null ? "Add a note" : "Edit the note")}
      >
        {note === null ? "Note" : "Edit note"}
      </Button>
      <Button size="small" variant="quiet" onPress={share} aria-label={about("Copy the review link")}>
        <Link2 aria-hidden="true" /> Share
      </Button>
    </div>
  );
}

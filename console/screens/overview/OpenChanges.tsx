import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Section } from "../../ui/Page.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { changesQuery } from "../review/queries.ts";
import styles from "./Overview.module.css";

/** Cards on the overview. The rest is on the screen to review. */
const maxCards = 6;

/** The newest changes that nobody has seen. Each opens the comparison. Nothing if there are none. */
export function OpenChanges() {
  const { data } = useInfiniteQuery(changesQuery({ state: "unseen", limit: maxCards }));
  const [first] = data?.pages ?? [];
  if (first === undefined || first.changes.length === 0) return null;
  return (
    <Section title={`To review (${first.total})`} actions={<LinkButton href="/review">Review all</LinkButton>}>
      <ul className={styles["changes"]}>
        {first.changes.map((change) => (
          <ChangeCard key={change.id} change={change} />
        ))}
      </ul>
    </Section>
  );
}

function ChangeCard({ change: { monitorId, runId, title, summary, openedAt, pairUrl } }: { change: PageChange }) {
  return (
    <li className={styles["change"]} data-pair={pairUrl !== null}>
      <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId }}>
        <Picture
          path={runPicturePath(monitorId, runId, pairUrl === null ? "screenshot" : "pair")}
          alt=""
          width={480}
          shape="16 / 9"
          isFirst
        />
        <strong dir="auto">{summary}</strong>
      </Link>
      <p className={styles["facts"]}>
        <Link to="/monitors/$monitorId" params={{ monitorId }}>
          {title}
        </Link>
        <RelativeTime at={openedAt} />
      </p>
    </li>
  );
}

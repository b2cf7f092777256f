import { Link } from "@tanstack/react-router";
import { countOf } from "../../../format/words.ts";
import { LinkButton } from "../../../ui/Button.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import styles from "./Many.module.css";
import type { Watched } from "./useMany.ts";

/** The pages that the last sending created. */
export function WatchedList({ watchedPages }: { watchedPages: readonly Watched[] }) {
  if (watchedPages.length === 0) return null;
  return (
    <Section
      title={`${countOf(watchedPages.length, "page")} watched now`}
      actions={<LinkButton href="/monitors">All monitors</LinkButton>}
    >
      <Card>
        <ul className={styles["watched"]}>
          {watchedPages.map(({ id, name, note }) => (
            <li key={id}>
              <Link to="/monitors/$monitorId" params={{ monitorId: id }}>
                {name}
              </Link>
              {note !== "" && <span className="small-print"> {note}</span>}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import type { Session } from "#schemas/session.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import styles from "./Account.module.css";

/** First part of the key of this list. The browser's own session has another key, which must stay cached. */
const listKind = "sessions";
const sessionsQuery = pagedQuery([listKind], {}, (query, call) => wf.operations.listSessions(query, call));

/** The browsers that are logged in to the account. */
export function SessionsScreen() {
  const query = useInfiniteQuery(sessionsQuery);
  const sessions = (query.data?.pages ?? []).flatMap((page) => page.sessions);
  return (
    <Page title="Sessions" about="Browsers that are logged in. A session ends with its API key.">
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the sessions" height="4rem" />}
      {sessions.length > 0 && (
        <Card padded={false}>
          <ul>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      )}
      <LoadMore query={query} />
    </Page>
  );
}

function Row({ session: { id, current, userAgent, createdAt, lastSeenAt, idleExpiresAt } }: { session: Session }) {
  const name = browserName(userAgent);
  const end = useAction({
    send: () => wf.sessions.end(id),
    done: () => "The session has ended.",
    changes: [listKind],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          Logged in <RelativeTime at={createdAt} />, last used <RelativeTime at={lastSeenAt} />, ends{" "}
          <RelativeTime at={idleExpiresAt} />
        </span>
      </div>
      {current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button size="small" onPress={() => end.mutate()} isPending={end.isPending} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}

/** "Firefox on Linux". An unknown browser keeps its own name. */
function browserName(userAgent: string): string {
  const browser = /Edg|Firefox|OPR|Chrome|Safari/.exec(userAgent)?.[0];
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent)?.[0];
  if (browser === undefined) return userAgent === "" ? "Unknown browser" : userAgent;
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system === undefined ? name : `${name} on ${system}`;
}

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { Session, SessionList } from "#schemas/session.ts";
import { api } from "../../api/client.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { showDone } from "../../ui/toasts.ts";
import styles from "./Sessions.module.css";

const sessionsQuery = queryOptions({
  queryKey: ["session", "list"],
  queryFn: ({ signal }) => api.get<Static<typeof SessionList>>("/sessions", { signal }),
});

/** The browsers that are logged in to the account. */
export function SessionsScreen() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Page title="Sessions" about="Browsers that are logged in. A session ends with its API key.">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the sessions" />}
      {data !== undefined && (
        <Card padded={false}>
          <ul>
            {data.sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Row({ session: { id, current, userAgent, createdAt, lastSeenAt, idleExpiresAt } }: { session: Session }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.delete(`/sessions/${id}`),
    onSuccess: () => showDone("The session has ended."),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["browser"]}>
        <strong>{browserName(userAgent)}</strong>
        <span>
          Logged in <RelativeTime at={createdAt} />, last used <RelativeTime at={lastSeenAt} />, ends{" "}
          <RelativeTime at={idleExpiresAt} />
        </span>
      </div>
      {current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button size="small" onPress={() => mutate()} isPending={isPending}>
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

import type { Session } from "#schemas/session.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { useList } from "../../api/useList.ts";

/** First part of the key of this list. The browser's own session has another key, which must stay cached. */
const listKind = "sessions";
const sessionsQuery = pagedQuery([listKind], {}, (query, call) => wf.operations.listSessions(query, call));

/** The browsers that are logged in to the account. */
export function SessionsScreen() {
  const query = useList(sessionsQuery, (page) => page.sessions);
  return (
    <Page title="Sessions" about="Browsers that are logged in. A session ends with its API key.">
      <ListedCard query={query} things="sessions" renderRow={(session) => <Row key={session.id} session={session} />} />
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
    <ListRow>
      <RowWords name={name}>
        Logged in <RelativeTime at={createdAt} />, last used <RelativeTime at={lastSeenAt} />, ends{" "}
        <RelativeTime at={idleExpiresAt} />
      </RowWords>
      {current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button size="small" onPress={() => end.mutate()} isPending={end.isPending} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </ListRow>
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

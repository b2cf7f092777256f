import { useQuery } from "@tanstack/react-query";
import { wf } from "../../../api/client.ts";
import { useAction } from "../../../api/useAction.ts";
import { Button } from "../../../ui/Button.tsx";
import { Section } from "../../../ui/Page.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { FeedRow } from "../../account/FeedRow.tsx";
import { feedKind, feedsQuery } from "../../account/feedQueries.ts";
import { ListCard } from "../../../ui/ListRow.tsx";

/** Atom feeds of one monitor. */
export function MonitorFeeds({ monitorId }: { monitorId: string }) {
  const { data = [], error, refetch } = useQuery(feedsQuery);
  const create = useAction({
    send: () => wf.feeds.create({ monitorId }),
    done: () => "The feed is created.",
    changes: [feedKind],
  });
  const feeds = data.filter((feed) => feed.monitorId === monitorId);
  return (
    <Section
      title="Feed"
      actions={
        <Button size="small" onPress={() => create.mutate()} isPending={create.isPending}>
          Create a feed
        </Button>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && feeds.length === 0 && (
        <p className="small-print">A feed reader gets the changes of this monitor by an address without a key.</p>
      )}
      {feeds.length > 0 && (
        <ListCard>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </ListCard>
      )}
    </Section>
  );
}

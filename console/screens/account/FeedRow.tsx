import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import type { Feed } from "#schemas/feed.ts";
import { wf } from "../../api/client.ts";
import { monitorQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { copyText } from "../../api/toasts.ts";
import { feedKind } from "./feedQueries.ts";

/** A feed: what it has, its address to copy, and its end. */
export function FeedRow({ feed: { id, url, tag, monitorId, createdAt } }: { feed: Feed }) {
  const { data: monitor } = useQuery({ ...monitorQuery(monitorId ?? ""), enabled: monitorId !== null });
  const about =
    monitorId !== null
      ? `The monitor ${monitor?.name ?? monitorId}`
      : tag === null
        ? "All monitors"
        : `Monitors with the tag ${tag}`;
  const remove = useAction({
    send: () => wf.feeds.delete(id),
    done: () => "The feed is deleted.",
    changes: [feedKind],
  });
  return (
    <ListRow>
      <RowWords name={about}>
        Created <RelativeTime at={createdAt} />
      </RowWords>
      <Button
        size="small"
        onPress={() => copyText(url, "The address is in the clipboard.")}
        aria-label={`Copy the address of the feed: ${about}`}
      >
        <Copy aria-hidden="true" /> Copy the address
      </Button>
      <ConfirmButton
        label="Delete"
        name={`Delete the feed: ${about}`}
        title="Delete the feed?"
        confirm="Delete the feed"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        Its address stops working at once.
      </ConfirmButton>
    </ListRow>
  );
}

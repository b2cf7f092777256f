import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { describeError, showDone } from "../../api/toasts.ts";
import styles from "./Account.module.css";
import { FeedRow } from "./FeedRow.tsx";
import { feedKind, feedsQuery } from "./feedQueries.ts";

/** Atom feeds of the account's monitors. */
export function Feeds() {
  const { data, error, refetch } = useQuery(feedsQuery);
  return (
    <Section title="Feeds">
      <p className={styles["lead"]}>
        A feed reader gets changes and failures by an address without a key. Give the address to its readers only. The
        settings of a monitor make a feed of that monitor alone.
      </p>
      <NewFeed />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the feeds" height="4rem" />}
      {data !== undefined && data.length > 0 && (
        <Card padded={false}>
          <ul>
            {data.map((feed) => (
              <FeedRow key={feed.id} feed={feed} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function NewFeed() {
  const [tag, setTag] = useState("");
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.feeds.create(tag.trim() === "" ? {} : { tag: tag.trim() }),
    onSuccess() {
      setTag("");
      showDone("The feed is created.");
    },
    onSettled: () => client.invalidateQueries({ queryKey: [feedKind] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <Card>
      <form onSubmit={submit} className={styles["oneField"]}>
        <TextField
          label="Tag"
          value={tag}
          onChange={setTag}
          placeholder="all monitors"
          help="Leave it empty for a feed of all monitors."
          error={problemOf(error, "tag") ?? (error === null ? undefined : describeError(error))}
        />
        <Button type="submit" isPending={isPending}>
          Create a feed
        </Button>
      </form>
    </Card>
  );
}

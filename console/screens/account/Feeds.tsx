import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { describeError } from "../../api/toasts.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import { useFormAction } from "../../api/useAction.ts";
import styles from "./Account.module.css";
import { FeedRow } from "./FeedRow.tsx";
import { feedKind, feedsQuery } from "./feedQueries.ts";

/** Atom feeds of the account's monitors. */
export function Feeds() {
  const query = useQuery(feedsQuery);
  return (
    <Section title="Feeds">
      <p className="muted">
        A feed reader gets changes and failures by an address without a key. Give the address to its readers only. The
        settings of a monitor make a feed of that monitor alone.
      </p>
      <NewFeed />
      <ListedCard query={query} things="feeds" renderRow={(feed) => <FeedRow key={feed.id} feed={feed} />} />
    </Section>
  );
}

function NewFeed() {
  const [tag, setTag] = useState("");
  const { mutate, isPending, error } = useFormAction({
    send: () => wf.feeds.create(tag.trim() === "" ? {} : { tag: tag.trim() }),
    done: () => "The feed is created.",
    onDone: () => setTag(""),
    changes: [feedKind],
  });
  return (
    <Card>
      <PlainForm isReady={!isPending} onSubmit={mutate} className={styles["oneField"]}>
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
      </PlainForm>
    </Card>
  );
}

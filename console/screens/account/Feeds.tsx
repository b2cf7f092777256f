import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Feed } from "#schemas/feed.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { describeError, showDone, showError } from "../../ui/toasts.ts";
import styles from "./Account.module.css";

const kind = "feeds";

/** Atom feeds of the account's monitors. */
export function Feeds() {
  const { data, error, refetch } = useQuery({ queryKey: [kind], queryFn: ({ signal }) => wf.feeds.list({ signal }) });
  return (
    <Section title="Feeds">
      <p className={styles["lead"]}>
        A feed reader gets changes and failures by an address without a key. Give the address to its readers only.
      </p>
      <NewFeed />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the feeds" height="4rem" />}
      {data !== undefined && data.length > 0 && (
        <Card padded={false}>
          <ul>
            {data.map((feed) => (
              <Row key={feed.id} feed={feed} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function Row({ feed: { id, url, tag, monitorId, createdAt } }: { feed: Feed }) {
  const about = monitorId !== null ? "One monitor" : tag === null ? "All monitors" : `Monitors with the tag ${tag}`;
  const remove = useAction({ send: () => wf.feeds.delete(id), done: () => "The feed is deleted.", changes: [kind] });
  const copy = (): void =>
    void navigator.clipboard
      .writeText(url)
      .then(() => showDone("The address is in the clipboard."))
      .catch(() => showError(new Error("The browser did not allow access to the clipboard.")));
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{about}</strong>
        <span>
          Created <RelativeTime at={createdAt} />
        </span>
      </div>
      <Button size="small" onPress={copy} aria-label={`Copy the address of the feed: ${about}`}>
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
    </li>
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
    onSettled: () => client.invalidateQueries({ queryKey: [kind] }),
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

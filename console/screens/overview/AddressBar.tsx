import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { wf } from "../../api/client.ts";
import { jobQuery } from "../../api/queries.ts";
import { describeError } from "../../api/toasts.ts";
import { withScheme } from "../../format/address.ts";
import { Button } from "../../ui/Button.tsx";
import { Picture, jobOutputPath } from "../../ui/Picture.tsx";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { nameFrom, newMonitor } from "../monitors/form/monitorBody.ts";
import { useCreate } from "../../api/useCreate.ts";
import styles from "./AddressBar.module.css";

/** One address, and the three things to do with it: its picture, its Markdown, and a monitor of it. */
export function AddressBar({
  isNew,
}: {
  /** Whether the account has no monitor, so that the bar explains itself. */ isNew: boolean;
}) {
  const [address, setAddress] = useState("");
  const [picture, setPicture] = useState<{ id: string; url: string } | null>(null);
  const navigate = useNavigate();
  const url = withScheme(address);
  const draw = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.renders.create({ url, screenshot: true }),
    onSuccess: ({ id }) => setPicture({ id, url }),
  });
  const readAct = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.renders.create({ url, screenshot: false, extractMarkdown: true }),
    onSuccess: ({ id: jobId }) => void navigate({ to: "/jobs/$jobId", params: { jobId }, search: { tab: "markdown" } }),
  });
  const watch = useCreate({
    send: (page: string) => wf.monitors.create({ ...newMonitor.changed, url: page, name: nameFrom(page) }),
    kind: "monitor",
    done: "The page is watched now, once an hour.",
    screen: ({ id }) => `/monitors/${id}`,
  });
  const acts = [draw, readAct, watch] as const;
  const error = acts.find((act) => act.error !== null)?.error ?? null;
  const isPending = acts.some((act) => act.isPending);
  const submits: Readonly<Record<string, () => void>> = {
    draw: () => draw.mutate(),
    read: () => readAct.mutate(),
    watch: () => watch.mutate(url),
  };
  /** Enter does as the first button. An empty address is refused by the browser, whatever the button. */
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    acts.forEach(({ reset }) => reset());
    const { nativeEvent } = event;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    submits[button instanceof HTMLButtonElement ? button.value : "draw"]?.();
  };
  return (
    <section className={styles["bar"]} aria-label="A page">
      {isNew && (
        <>
          <h2>Take a picture of a page, or watch it</h2>
          <p>Paste an address. Watchframe can look at it again and again and show what changed.</p>
        </>
      )}
      <form onSubmit={submit} className={styles["form"]}>
        <TextField
          label="Address of a page"
          value={address}
          onChange={setAddress}
          placeholder="example.com"
          isRequired
          error={error === null ? undefined : describeError(error)}
        />
        <div className="actions">
          <Button type="submit" value="draw" variant={isNew ? "primary" : "plain"} isPending={isPending}>
            Take a picture
          </Button>
          <Button type="submit" value="read" isPending={isPending}>
            Markdown
          </Button>
          <Button type="submit" value="watch" isPending={isPending}>
            Watch it
          </Button>
        </div>
      </form>
      {picture !== null && (
        <Result key={picture.id} {...picture} isPending={watch.isPending} onWatch={() => watch.mutate(picture.url)} />
      )}
    </section>
  );
}

type ResultProps = { id: string; url: string; isPending: boolean; onWatch: () => void };

function Result({ id, url, isPending, onWatch }: ResultProps) {
  const { data: job } = useQuery(jobQuery(id));
  return (
    <div className={styles["result"]} role="status">
      {job !== undefined && <JobBadge job={job} />}
      {job?.status === "failed" && <p>{job.error?.message}</p>}
      {job?.status === "completed" && (
        <>
          <Picture
            path={jobOutputPath(id, "screenshot")}
            alt={`Picture of ${url}`}
            width={960}
            shape="16 / 10"
            isFirst
          />
          <Button variant="primary" isPending={isPending} onPress={onWatch}>
            Watch this page
          </Button>
        </>
      )}
    </div>
  );
}

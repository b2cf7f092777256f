import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { wf } from "../../api/client.ts";
import { jobQuery } from "../../api/queries.ts";
import { withScheme } from "../../format/address.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Picture, jobOutputPath } from "../../ui/Picture.tsx";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError } from "../../api/toasts.ts";
import styles from "./FirstPicture.module.css";

/** The first minute of an empty account: one address, its picture, then a monitor of it. */
export function FirstPicture() {
  const [url, setUrl] = useState("");
  const [job, setJob] = useState<{ id: string; url: string } | null>(null);
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: (address: string) => wf.renders.create({ url: address, screenshot: true }),
    onSuccess: ({ id }, address) => setJob({ id, url: address }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(withScheme(url));
  };
  return (
    <section className={styles["first"]} aria-label="First picture">
      <h2>Take a picture of a page</h2>
      <p>Paste an address. After that, Watchframe can look at it again and again and show what changed.</p>
      <form onSubmit={submit} className={styles["form"]}>
        <TextField
          label="Address of a page"
          value={url}
          onChange={setUrl}
          placeholder="example.com"
          isRequired
          error={error === null ? undefined : describeError(error)}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          Take the picture
        </Button>
      </form>
      {job !== null && <Result key={job.id} id={job.id} url={job.url} />}
    </section>
  );
}

function Result({ id, url }: { id: string; url: string }) {
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
          <LinkButton href={`/monitors/new?url=${encodeURIComponent(url)}`} variant="primary">
            Watch this page
          </LinkButton>
        </>
      )}
    </div>
  );
}

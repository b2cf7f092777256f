import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "#schemas/job.ts";
import { wf } from "../../api/client.ts";
import { withQuery } from "../../api/withQuery.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { showDone } from "../../api/toasts.ts";
import { toCurl } from "./playground/snippets.ts";
import { textsOf } from "./playground/values.ts";

/** Actions for a job: watch its page, copy the call, render it with other options, and cancel it. */
export function JobActions({ job }: { job: Job }) {
  return (
    <>
      {job.kind !== "diff" && (
        <>
          <CopyButton label="curl" text={toCurl(location.origin, { url: job.url, ...job.options })} />
          <LinkButton href={withQuery("/renders/new", textsOf({ url: job.url, ...job.options }))}>
            Change and render
          </LinkButton>
          <LinkButton href={withQuery("/monitors/new", { url: job.url })}>Watch this page</LinkButton>
        </>
      )}
      {job.completedAt === null && <CancelButton job={job} />}
    </>
  );
}

function CancelButton({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => wf.jobs.cancel(job.id),
    onSuccess: () => showDone("The job is cancelled."),
    onSettled: () => client.invalidateQueries({ queryKey: ["job"] }),
  });
  return (
    <>
      <Button onPress={() => setAsking(true)} isPending={cancel.isPending}>
        Cancel the job
      </Button>
      <ConfirmDialog
        title="Cancel this job?"
        confirm="Cancel the job"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate()}
      >
        The job stops and its credits are refunded.
      </ConfirmDialog>
    </>
  );
}

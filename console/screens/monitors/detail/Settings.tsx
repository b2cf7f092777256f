import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { wholeUrlOf } from "#clients/typescript/src/index.ts";
import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { ConfirmButton } from "../../../ui/dialogs/ConfirmButton.tsx";
import { formOf } from "../../../forms/draft.ts";
import { useDraft } from "../../../forms/useDraft.ts";
import { remainingError } from "../../../api/problems.ts";
import { showDone } from "../../../api/toasts.ts";
import { AskBeforeLeaving } from "../../../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../../../ui/fields/FormProblem.tsx";
import { monitorActions, useMonitorActions } from "../actions.ts";
import { PickFrom } from "../../../picker/PickSource.tsx";
import { testOptionsOf } from "../form/captureOptions.ts";
import { MessageFields } from "../form/MessageFields.tsx";
import { patchOf } from "../form/monitorBody.ts";
import { checkBody } from "../form/percent.ts";
import { CaptureSettings } from "./CaptureSettings.tsx";
import styles from "./Detail.module.css";
import { GeneralFields } from "./GeneralFields.tsx";
import { IgnoredAreas } from "./IgnoredAreas.tsx";
import { Inherited } from "./Inherited.tsx";
import { AddressChange } from "./AddressChange.tsx";
import { MonitorFeeds } from "./MonitorFeeds.tsx";

/** The settings of a monitor that can change without a new baseline, and its removal. */
export function Settings({ monitor }: { monitor: Monitor }) {
  const { draft, onDraft, isChanged, discard } = useDraft();
  const client = useQueryClient();
  const enteredForm = formOf({ draft, onDraft, saved: monitor, error: null });
  const patch = patchOf(enteredForm);
  const saving = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: MonitorPatch) => wf.monitors.update(monitor.id, checkBody(body)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      discard();
      showDone("Saved.");
    },
  });
  const test = useMutation({
    mutationFn: (channelId: string) => wf.monitors.testChannel(monitor.id, channelId),
    onSuccess: () => showDone("A test is on its way. Its delivery shows what the service answers."),
    onSettled: () => client.invalidateQueries({ queryKey: ["delivery"] }),
  });
  const { isPending } = saving;
  const error = remainingError(saving.error, saving.variables, patch);
  const form = { ...enteredForm, error };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) saving.mutate(patch);
  };
  return (
    <PickFrom source={{ options: testOptionsOf(enteredForm), url: wholeUrlOf(monitor) ?? "" }}>
      <Inherited monitor={monitor} />
      <Card>
        <form onSubmit={save} className={styles["form"]} noValidate>
          <GeneralFields form={form} />
          <CaptureSettings form={form} />
          <h2 className={styles["part"]}>Messages</h2>
          <MessageFields form={form} onTest={(channelId) => test.mutate(channelId)} />
          <FormProblem error={saving.error} remainder={error} />
          <div className="actions">
            <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged}>
              Save
            </Button>
            {isChanged && <Button onPress={discard}>Discard</Button>}
          </div>
        </form>
      </Card>
      <AskBeforeLeaving isChanged={isChanged} />
      <IgnoredAreas monitor={monitor} />
      <MonitorFeeds monitorId={monitor.id} />
      <AddressChange monitor={monitor} />
      <Removal monitor={monitor} />
    </PickFrom>
  );
}

function Removal({ monitor: { id, name } }: { monitor: Monitor }) {
  const navigate = useNavigate();
  const { act, isPending } = useMonitorActions();
  return (
    <Section title="Delete">
      <Card>
        <div className={styles["removal"]}>
          <p>The monitor stops at once. Its runs stay readable by the API until they expire.</p>
          <ConfirmButton
            label="Delete the monitor …"
            title={`Delete “${name}”?`}
            confirm="Delete the monitor"
            isPending={isPending}
            onConfirm={() => {
              act([id], monitorActions.delete);
              void navigate({ to: "/monitors", ignoreBlocker: true });
            }}
          >
            It stops at once, and it can’t be restored. Its runs stay readable by the API until they expire.
          </ConfirmButton>
        </div>
      </Card>
    </Section>
  );
}

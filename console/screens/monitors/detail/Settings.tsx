import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { ConfirmButton } from "../../../ui/dialogs/ConfirmButton.tsx";
import { describeError, showDone } from "../../../api/toasts.ts";
import { monitorActions, useMonitorActions } from "../actions.ts";
import { MessageFields } from "../form/MessageFields.tsx";
import { CaptureSettings } from "./CaptureSettings.tsx";
import styles from "./Detail.module.css";
import { GeneralFields } from "./GeneralFields.tsx";
import { IgnoredAreas } from "./IgnoredAreas.tsx";
import { MonitorFeeds } from "./MonitorFeeds.tsx";
import { formOf, patchOf, type SettingsForm } from "./settingsForm.ts";
import { WebhookRemoval } from "./WebhookRemoval.tsx";

/** The settings of a monitor that can change without a new baseline, and its removal. */
export function Settings({ monitor }: { monitor: Monitor }) {
  const [changed, setChanged] = useState<Partial<SettingsForm>>({});
  const client = useQueryClient();
  const form = { ...formOf(monitor), ...changed };
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.monitors.update(monitor.id, patchOf(form, changed)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      setChanged({});
      showDone("Saved.");
    },
  });
  const test = useMutation({
    mutationFn: (channelId: string) => wf.monitors.testChannel(monitor.id, channelId),
    onSuccess: () => showDone("A test is on its way. Its delivery shows what the service answers."),
    onSettled: () => client.invalidateQueries({ queryKey: ["delivery"] }),
  });
  const onChange = (change: Partial<SettingsForm>): void => setChanged((before) => ({ ...before, ...change }));
  const isChanged = Object.keys(changed).length > 0;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) mutate();
  };
  const { webhook } = monitor.alerts;
  return (
    <>
      <Card>
        <form onSubmit={save} className={styles["form"]}>
          <GeneralFields form={form} onChange={onChange} error={error} />
          <CaptureSettings form={form} onChange={onChange} error={error} />
          <h2 className={styles["part"]}>Messages</h2>
          <MessageFields
            form={form}
            onChange={onChange}
            error={error}
            onTest={(channelId) => test.mutate(channelId)}
            hasWebhook={webhook.configured}
            {...(webhook.configured && { emptyHelp: "A webhook is set. Leave this empty to keep it." })}
          />
          {webhook.configured && <WebhookRemoval form={form} onChange={onChange} />}
          {error !== null && (
            <p role="alert" className={styles["problem"]}>
              {describeError(error)}
            </p>
          )}
          <div className={styles["buttons"]}>
            <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged}>
              Save
            </Button>
            {isChanged && <Button onPress={() => setChanged({})}>Discard</Button>}
          </div>
        </form>
      </Card>
      <IgnoredAreas monitor={monitor} />
      <MonitorFeeds monitorId={monitor.id} />
      <Removal monitor={monitor} />
    </>
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
              void navigate({ to: "/monitors" });
            }}
          >
            It stops at once, and it can’t be restored. Its runs stay readable by the API until they expire.
          </ConfirmButton>
        </div>
      </Card>
    </Section>
  );
}

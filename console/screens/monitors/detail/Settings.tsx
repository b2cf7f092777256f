import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { wholeUrlOf } from "#clients/typescript/src/index.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { Card, Section } from "../../../ui/Page.tsx";
import { ConfirmButton } from "../../../ui/dialogs/ConfirmButton.tsx";
import { showDone } from "../../../api/toasts.ts";
import { monitorActions, useMonitorActions } from "../actions.ts";
import { PickFrom } from "../../../picker/PickSource.tsx";
import { testOptionsOf } from "../form/captureOptions.ts";
import { MessageFields } from "../form/MessageFields.tsx";
import { patchOf } from "../form/monitorBody.ts";
import { checkBody } from "../form/percent.ts";
import { SettingsForm } from "../../../forms/SettingsForm.tsx";
import { CaptureSettings } from "./CaptureSettings.tsx";
import styles from "./Detail.module.css";
import { GeneralFields } from "./GeneralFields.tsx";
import { IgnoredAreas } from "./IgnoredAreas.tsx";
import { Inherited } from "./Inherited.tsx";
import { AddressChange } from "./AddressChange.tsx";
import { MonitorFeeds } from "./MonitorFeeds.tsx";

/** The settings of a monitor that can change without a new baseline, and its removal. */
export function Settings({ monitor }: { monitor: Monitor }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: (channelId: string) => wf.monitors.testChannel(monitor.id, channelId),
    onSuccess: () => showDone("A test is on its way. Its delivery shows what the service answers."),
    onSettled: () => client.invalidateQueries({ queryKey: ["delivery"] }),
  });
  return (
    <>
      <Inherited monitor={monitor} />
      <SettingsForm
        saved={monitor}
        patchOf={patchOf}
        send={async (patch) => wf.monitors.update(monitor.id, checkBody(patch))}
        kind="monitor"
      >
        {(form) => (
          <PickFrom source={{ options: testOptionsOf(form), url: wholeUrlOf(monitor) ?? "" }}>
            <GeneralFields form={form} />
            <CaptureSettings form={form} />
            <h2 className={styles["part"]}>Messages</h2>
            <MessageFields form={form} onTest={(channelId) => test.mutate(channelId)} />
          </PickFrom>
        )}
      </SettingsForm>
      <IgnoredAreas monitor={monitor} />
      <MonitorFeeds monitorId={monitor.id} />
      <AddressChange monitor={monitor} />
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

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MonitorDefaults, MonitorDefaultsPatch } from "#schemas/monitor/defaults.ts";
import { wf } from "../../api/client.ts";
import { remainingError } from "../../api/problems.ts";
import { formOf } from "../../forms/draft.ts";
import { FlagAt } from "../../forms/fields.tsx";
import { useDraft } from "../../forms/useDraft.ts";
import { FormProblem } from "../../ui/fields/FormProblem.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { recoveryPath } from "../monitors/form/choices.ts";
import { IgnoredElements } from "../monitors/form/IgnoredElements.tsx";
import { MailFields } from "../monitors/form/MessageFields.tsx";
import { CaptureGroups } from "../monitors/form/MoreCapture.tsx";
import { checkBody } from "../monitors/form/percent.ts";
import { QuietFields } from "../monitors/form/QuietFields.tsx";
import { TargetFields } from "../monitors/form/TargetFields.tsx";
import { ThresholdField } from "../monitors/form/ThresholdField.tsx";
import { defaultOptionsQuery } from "../renders/playground/schema.ts";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";
import { useFormAction } from "../../api/useAction.ts";
import styles from "./Alerts.module.css";
import { changeOf, reachOf } from "./defaults.ts";

type DefaultsFormProps = {
  /** Missing for new defaults. */
  savedDefaults?: MonitorDefaults;
  onDone: () => void;
};

/** A form that sets defaults of all monitors, or of those with a tag. `onDone` closes it. */
export function DefaultsForm({ savedDefaults, onDone }: DefaultsFormProps) {
  const [tag, setTag] = useState("");
  const { draft, onDraft, isChanged } = useDraft();
  const { data: options = [] } = useQuery(defaultOptionsQuery);
  const enteredForm = formOf({
    draft,
    onDraft,
    ...(savedDefaults !== undefined && { saved: savedDefaults }),
    error: null,
  });
  const body = changeOf(enteredForm);
  const owner = savedDefaults === undefined ? tag.trim() || null : savedDefaults.tag;
  const saving = useFormAction({
    send: async (change: MonitorDefaultsPatch) => {
      const checked = checkBody(change);
      return owner === null ? wf.monitorDefaults.update(checked) : wf.monitorDefaults.updateTag(owner, checked);
    },
    done: () => `${reachOf(owner)} have these defaults from their next run on.`,
    onDone,
    changes: ["monitorDefaults", "monitor"],
  });
  const error = remainingError(saving.error, saving.variables, body);
  const form = { ...enteredForm, error };
  return (
    <PlainForm
      isReady={isChanged && !saving.isPending}
      onSubmit={() => saving.mutate(body)}
      className={styles["form"]}
      noValidate
    >
      {savedDefaults === undefined ? (
        <TextField
          label="Tag of the monitors"
          placeholder="shop"
          help="Leave it empty for all monitors."
          value={tag}
          onChange={setTag}
        />
      ) : (
        <strong>{reachOf(savedDefaults.tag)}</strong>
      )}
      <QuietFields form={form} />
      <MailFields form={form} />
      <FlagAt form={form} path={recoveryPath} />
      <TargetFields form={form} />
      <ThresholdField form={form} />
      <IgnoredElements form={form} />
      <div>
        <CaptureGroups form={form} options={options.filter(({ name }) => name !== "ignoreRegions")} />
      </div>
      <FormProblem error={saving.error} remainder={error} />
      <FormButtons submit="Save the defaults" isPending={saving.isPending} isDisabled={!isChanged} cancel={onDone} />
    </PlainForm>
  );
}

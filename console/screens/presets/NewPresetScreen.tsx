import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { presetOptionsQuery } from "../renders/playground/schema.ts";
import { useCreate } from "../../api/useCreate.ts";
import { PresetFields } from "./PresetFields.tsx";
import { emptyPreset, requestOf } from "./presetForm.ts";
import { presetKind } from "./queries.ts";

/** A new preset. */
export function NewPresetScreen() {
  const { data: options = [], error: failure, refetch, isPending: isLoading } = useQuery(presetOptionsQuery);
  const [form, setForm] = useState(emptyPreset);
  const { mutate, isPending, error } = useCreate({
    send: () => wf.presets.create(requestOf(options, form)),
    kind: presetKind,
    done: `The preset ${form.name.trim()} is saved.`,
    screen: () => "/presets",
  });
  return (
    <Page
      title="New preset"
      about="A preset has no secrets, webhook or bucket. Options that stay unset have no effect."
    >
      {failure !== null && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {isLoading && <Loading label="Loading the options" lines={1} height="70vh" />}
      {options.length > 0 && (
        <PresetFields
          options={options}
          form={form}
          onChange={setForm}
          hiddenNames={[]}
          submit="Save the preset"
          onSubmit={() => mutate()}
          isPending={isPending}
          isDisabled={form.name.trim() === ""}
          error={error}
        >
          <TextField
            label="Name"
            value={form.name}
            onChange={(name) => setForm({ ...form, name })}
            placeholder="phone-dark"
            help="Small letters, digits and hyphens."
            isRequired
            error={problemOf(error, "name")}
          />
        </PresetFields>
      )}
    </Page>
  );
}

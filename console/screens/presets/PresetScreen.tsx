import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Preset } from "#schemas/preset.ts";
import { wf } from "../../api/client.ts";
import { withQuery } from "../../api/withQuery.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { presetOptionsQuery, type RenderOption } from "../renders/playground/schema.ts";
import { useFormAction } from "../../api/useAction.ts";
import { PresetFields } from "./PresetFields.tsx";
import { formOf, patchOf } from "./presetForm.ts";
import { presetKind, presetQuery } from "./queries.ts";

/** One preset, to change its options. */
export function PresetScreen() {
  const { presetName } = useParams({ from: "/shell/presets/$presetName" });
  const preset = useQuery(presetQuery(presetName));
  const options = useQuery(presetOptionsQuery);
  const error = preset.error ?? options.error;
  if (error !== null) {
    return (
      <Page title="Preset">
        <ErrorState error={error} onRetry={() => void Promise.all([preset.refetch(), options.refetch()])} />
      </Page>
    );
  }
  if (preset.data === undefined || options.data === undefined) {
    return (
      <Page title="Preset">
        <Loading label="Loading the preset" lines={1} height="70vh" />
      </Page>
    );
  }
  return (
    <Page
      title={presetName}
      about="A change holds for every later request and signed link that names this preset."
      actions={<LinkButton href={withQuery("/renders/new", { preset: presetName })}>Render with it</LinkButton>}
    >
      <Editor key={preset.data.updatedAt} preset={preset.data} options={options.data} />
    </Page>
  );
}

function Editor({ preset, options }: { preset: Preset; options: readonly RenderOption[] }) {
  const [form, setForm] = useState(() => formOf(preset));
  const patch = patchOf(options, form, preset);
  const { mutate, isPending, error } = useFormAction({
    send: () => wf.presets.update(preset.name, patch),
    done: ({ name }) => `The preset ${name} is saved.`,
    changes: [presetKind],
  });
  return (
    <PresetFields
      options={options}
      form={form}
      onChange={setForm}
      hiddenNames={preset.hidden}
      submit="Save the preset"
      onSubmit={() => mutate()}
      isPending={isPending}
      isDisabled={Object.keys(patch).length === 0}
      error={error}
    />
  );
}

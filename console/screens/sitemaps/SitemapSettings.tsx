import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { MonitorSitemap, SitemapPatch } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin, remainingError } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { showDone } from "../../api/toasts.ts";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../../ui/fields/FormProblem.tsx";
import { CaptureSettings } from "../monitors/detail/CaptureSettings.tsx";
import { formOf, partOf } from "../../forms/draft.ts";
import { useDraft } from "../../forms/useDraft.ts";
import type { FormPart } from "../monitors/form/monitorBody.ts";
import { BasicFields } from "../monitors/form/NameFields.tsx";
import { CompareFields } from "../monitors/form/CompareFields.tsx";
import { MessageFields } from "../monitors/form/MessageFields.tsx";
import { PartsField } from "../monitors/form/PartsField.tsx";
import { checkBody } from "../monitors/form/percent.ts";
import { AlarmFields } from "../monitors/form/AlarmFields.tsx";
import { changeOf } from "./form.ts";
import { SitemapFields } from "./SitemapFields.tsx";
import styles from "./Sitemaps.module.css";

/** The settings of a sitemap, and those that its later monitors get. Only what was changed is sent. */
export function SitemapSettings({ sitemap }: { sitemap: MonitorSitemap }) {
  const { draft, onDraft, isChanged, discard } = useDraft();
  const client = useQueryClient();
  const enteredForm = formOf({ draft, onDraft, saved: sitemap, error: null });
  const change = changeOf(enteredForm);
  const saving = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: SitemapPatch) => wf.sitemaps.update(sitemap.id, checkBody(body)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["sitemap"] });
      discard();
      showDone("Saved.");
    },
  });
  const { isPending } = saving;
  const error = remainingError(saving.error, saving.variables, change);
  const form = { ...enteredForm, error };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) saving.mutate(change);
  };
  return (
    <Section title="Settings">
      <AskBeforeLeaving isChanged={isChanged} />
      <Card>
        <form onSubmit={save} className={styles["settings"]} noValidate>
          <SitemapFields form={form} />
          <Template form={partOf(form, "monitor", errorWithin(error, "monitor"))} />
          <FormProblem error={saving.error} remainder={error} />
          <div className="actions">
            <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged}>
              Save
            </Button>
            {isChanged && <Button onPress={discard}>Discard</Button>}
          </div>
        </form>
      </Card>
    </Section>
  );
}

function Template({ form }: FormPart) {
  return (
    <>
      <h3 className={styles["part"]}>Pages that join from now on</h3>
      <p className={styles["note"]}>Present monitors keep their settings. Change them in the list of monitors.</p>
      <BasicFields form={form} />
      <PartsField form={form} />
      <AlarmFields form={form} />
      <CompareFields form={form} />
      <CaptureSettings form={form} isTemplate />
      <h3 className={styles["part"]}>Messages</h3>
      <MessageFields form={form} />
    </>
  );
}

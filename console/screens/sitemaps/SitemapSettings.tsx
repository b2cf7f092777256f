import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { MonitorSitemap, SitemapPatch } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin, remainingError } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { showDone } from "../../api/toasts.ts";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../../ui/fields/FormProblem.tsx";
import { CaptureSettings } from "../monitors/detail/CaptureSettings.tsx";
import { formOf, type SettingsForm } from "../monitors/detail/settingsForm.ts";
import { BasicFields } from "../monitors/form/BasicFields.tsx";
import { CompareFields } from "../monitors/form/CompareFields.tsx";
import { MessageFields } from "../monitors/form/MessageFields.tsx";
import { PartsField } from "../monitors/form/PartsField.tsx";
import { checkBody } from "../monitors/form/percent.ts";
import { TextFields } from "../monitors/form/TextFields.tsx";
import { changeOf, ownFormOf, type SitemapForm } from "./form.ts";
import { SitemapFields } from "./SitemapFields.tsx";
import styles from "./Sitemaps.module.css";

/** The settings of a sitemap, and those that its later monitors get. Only what was changed is sent. */
export function SitemapSettings({ sitemap }: { sitemap: MonitorSitemap }) {
  const [own, setOwn] = useState<Partial<SitemapForm>>({});
  const [monitor, setMonitor] = useState<Partial<SettingsForm>>({});
  const client = useQueryClient();
  const form = { ...ownFormOf(sitemap), ...own };
  const settings = { ...formOf({ ...sitemap.monitor, name: "", mutedUntil: null }), ...monitor };
  const discard = (): void => {
    setOwn({});
    setMonitor({});
  };
  const change = changeOf({ form, own }, { settings, monitor });
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
  const isChanged = Object.keys({ ...own, ...monitor }).length > 0;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) saving.mutate(change);
  };
  return (
    <Section title="Settings">
      <AskBeforeLeaving isChanged={isChanged} />
      <Card>
        <form onSubmit={save} className={styles["settings"]} noValidate>
          <SitemapFields
            form={form}
            onChange={(changed) => setOwn((before) => ({ ...before, ...changed }))}
            error={error}
          />
          <Template
            form={settings}
            onChange={(changed) => setMonitor((before) => ({ ...before, ...changed }))}
            error={errorWithin(error, "monitor")}
            hasWebhook={sitemap.monitor.alerts.webhook.configured}
          />
          <FormProblem error={saving.error} remaining={error} />
          <div className={styles["buttons"]}>
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

type TemplateProps = {
  form: SettingsForm;
  onChange: (changed: Partial<SettingsForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  hasWebhook: boolean;
};

function Template({ form, onChange, error, hasWebhook }: TemplateProps) {
  const part = { form, onChange, error };
  return (
    <>
      <h3 className={styles["part"]}>Pages that join from now on</h3>
      <p className={styles["note"]}>Present monitors keep their settings. Change them in the list of monitors.</p>
      <BasicFields {...part} />
      <PartsField form={form} onChange={onChange} />
      <TextFields {...part} />
      <CompareFields form={form} onChange={onChange} />
      <CaptureSettings {...part} isTemplate />
      <h3 className={styles["part"]}>Messages</h3>
      <MessageFields
        {...part}
        hasWebhook={hasWebhook}
        {...(hasWebhook && { emptyHelp: "A webhook is set. Leave this empty to keep it." })}
      />
    </>
  );
}

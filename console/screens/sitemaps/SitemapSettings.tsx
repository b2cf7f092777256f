import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { describeError, showDone } from "../../api/toasts.ts";
import { CaptureSettings } from "../monitors/detail/CaptureSettings.tsx";
import { formOf, type SettingsForm } from "../monitors/detail/settingsForm.ts";
import { BasicFields } from "../monitors/form/BasicFields.tsx";
import { CompareFields } from "../monitors/form/CompareFields.tsx";
import { MessageFields } from "../monitors/form/MessageFields.tsx";
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
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.sitemaps.update(sitemap.id, changeOf({ form, own }, { settings, monitor })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["sitemap"] });
      discard();
      showDone("Saved.");
    },
  });
  const isChanged = Object.keys({ ...own, ...monitor }).length > 0;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) mutate();
  };
  return (
    <Section title="Settings">
      <Card>
        <form onSubmit={save} className={styles["settings"]}>
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
          {error !== null && (
            <p role="alert" className={styles["problem"]}>
              {describeError(error)}
            </p>
          )}
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

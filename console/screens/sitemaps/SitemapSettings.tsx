import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin } from "../../api/problems.ts";
import { Section } from "../../ui/Page.tsx";
import { CaptureSettings } from "../monitors/detail/CaptureSettings.tsx";
import { partOf } from "../../forms/draft.ts";
import type { FormPart } from "../monitors/form/monitorBody.ts";
import { BasicFields } from "../monitors/form/NameFields.tsx";
import { CompareFields } from "../monitors/form/CompareFields.tsx";
import { MessageFields } from "../monitors/form/MessageFields.tsx";
import { PartsField } from "../monitors/form/PartsField.tsx";
import { checkBody } from "../monitors/form/percent.ts";
import { AlarmFields } from "../monitors/form/AlarmFields.tsx";
import { SettingsForm } from "../../forms/SettingsForm.tsx";
import { changeOf } from "./form.ts";
import { SitemapFields } from "./SitemapFields.tsx";
import styles from "./Sitemaps.module.css";

/** The settings of a sitemap, and those that its later monitors get. Only what was changed is sent. */
export function SitemapSettings({ sitemap }: { sitemap: MonitorSitemap }) {
  return (
    <Section title="Settings">
      <SettingsForm
        saved={sitemap}
        patchOf={changeOf}
        send={async (patch) => wf.sitemaps.update(sitemap.id, checkBody(patch))}
        kind="sitemap"
      >
        {(form) => (
          <>
            <SitemapFields form={form} />
            <Template form={partOf(form, "monitor", errorWithin(form.error, "monitor"))} />
          </>
        )}
      </SettingsForm>
    </Section>
  );
}

function Template({ form }: FormPart) {
  return (
    <>
      <h3 className={styles["part"]}>Pages that join from now on</h3>
      <p className="small-print">Present monitors keep their settings. Change them in the list of monitors.</p>
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

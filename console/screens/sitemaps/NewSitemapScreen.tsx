import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { SyncPlan } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin, problemOf, remainingError } from "../../api/problems.ts";
import { countOf } from "../../format/words.ts";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Page } from "../../ui/Page.tsx";
import { showDone } from "../../api/toasts.ts";
import { checkBody } from "../monitors/form/percent.ts";
import { CommonFields } from "../monitors/many/CommonFields.tsx";
import { emptySitemapForm, requestOf, type SitemapForm } from "./form.ts";
import { PlanCard } from "./PlanCard.tsx";
import { SitemapFields } from "./SitemapFields.tsx";
import styles from "./Sitemaps.module.css";

/** A new sitemap: first a dry run that shows the pages, then the monitors. */
export function NewSitemapScreen() {
  const [form, setForm] = useState(emptySitemapForm);
  const [plan, setPlan] = useState<SyncPlan | null>(null);
  const planning = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: SitemapBody) => wf.sitemaps.plan(checkBody(body)),
    onSuccess: setPlan,
  });
  const creating = useCreate();
  // A plan is that of the fields as they were.
  const set = (changed: Partial<SitemapForm>): void => {
    setForm({ ...form, ...changed });
    setPlan(null);
  };
  const isPlanned = plan !== null && plan.add > 0;
  const body = requestOf(form);
  const failed = creating.error === null ? planning : creating;
  const error = remainingError(failed.error, failed.variables, body);
  return (
    <Page
      title="Watch a sitemap"
      about="Each run of each monitor costs credits. The first step shows the pages and makes nothing."
    >
      <Form
        submit={isPlanned ? `Watch ${countOf(plan.add, "page")}` : "Show the pages"}
        back="/monitors/sitemaps"
        onSubmit={() => (isPlanned ? creating : planning).mutate(body)}
        isPending={planning.isPending || creating.isPending}
        error={failed.error}
        remaining={error}
      >
        <AskBeforeLeaving isChanged={form !== emptySitemapForm} />
        <TextField
          label="Address of the sitemap"
          value={form.url}
          onChange={(url) => set({ url })}
          placeholder="example.com/sitemap.xml"
          help="An index of sitemaps works, too, and so does a gzipped file."
          isRequired
          error={problemOf(error, "sitemapUrl")}
        />
        <SitemapFields form={form} onChange={set} error={error} />
        <h2 className={styles["part"]}>Each page</h2>
        <CommonFields
          form={form.monitor}
          onChange={(changed) => set({ monitor: { ...form.monitor, ...changed } })}
          error={errorWithin(error, "monitor")}
        />
        {plan !== null && <PlanCard plan={plan} form={form.monitor} />}
      </Form>
    </Page>
  );
}

type SitemapBody = ReturnType<typeof requestOf>;

function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: SitemapBody) => wf.sitemaps.create(checkBody(body)),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ["sitemap"] });
      showDone("The sitemap is watched.");
      await navigate({ to: "/monitors/sitemaps/$sitemapId", params: { sitemapId: id }, ignoreBlocker: true });
    },
  });
}

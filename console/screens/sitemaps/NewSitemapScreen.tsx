import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { SyncPlan } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { countOf } from "../../format/words.ts";
import { Form } from "../../ui/fields/Form.tsx";
import { Page } from "../../ui/Page.tsx";
import { showDone } from "../../ui/toasts.ts";
import { emptySitemapForm, requestOf, type SitemapForm } from "./form.ts";
import { PlanCard } from "./PlanCard.tsx";
import { SitemapFields } from "./SitemapFields.tsx";

/** A new sitemap: first a dry run that shows the pages, then the monitors. */
export function NewSitemapScreen() {
  const [form, setForm] = useState(emptySitemapForm);
  const [plan, setPlan] = useState<SyncPlan | null>(null);
  const planning = useMutation({
    meta: { showsErrors: true },
    mutationFn: (values: SitemapForm) => wf.sitemaps.plan(requestOf(values)),
    onSuccess: setPlan,
  });
  const creating = useCreate();
  // A plan is that of the fields as they were.
  const set = (changed: Partial<SitemapForm>): void => {
    setForm({ ...form, ...changed });
    setPlan(null);
  };
  const isPlanned = plan !== null && plan.add > 0;
  const error = creating.error ?? planning.error;
  return (
    <Page
      title="Watch a sitemap"
      about="Each run of each monitor costs credits. The first step shows the pages and makes nothing."
    >
      <Form
        submit={isPlanned ? `Watch ${countOf(plan.add, "page")}` : "Show the pages"}
        back="/monitors/sitemaps"
        onSubmit={() => (isPlanned ? creating.mutate(form) : planning.mutate(form))}
        isPending={planning.isPending || creating.isPending}
        error={error}
      >
        <SitemapFields form={form} onChange={set} error={error} />
        {plan !== null && <PlanCard plan={plan} />}
      </Form>
    </Page>
  );
}

function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (form: SitemapForm) => wf.sitemaps.create(requestOf(form)),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ["sitemap"] });
      showDone("The sitemap is watched.");
      await navigate({ to: "/monitors/sitemaps/$sitemapId", params: { sitemapId: id } });
    },
  });
}

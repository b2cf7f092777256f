import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SyncPlan } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { errorWithin, remainingError } from "../../api/problems.ts";
import { formOf, partOf } from "../../forms/draft.ts";
import { TextAt } from "../../forms/fields.tsx";
import { useDraft } from "../../forms/useDraft.ts";
import { countOf } from "../../format/words.ts";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Page } from "../../ui/Page.tsx";
import { checkBody } from "../monitors/form/percent.ts";
import { CommonFields } from "../monitors/many/CommonFields.tsx";
import { useCreate } from "../../api/useCreate.ts";
import { newSitemap, requestOf } from "./form.ts";
import { PlanCard } from "./PlanCard.tsx";
import { SitemapFields } from "./SitemapFields.tsx";
import styles from "./Sitemaps.module.css";

/** A new sitemap: first a dry run that shows the pages, then the monitors. */
export function NewSitemapScreen() {
  const { draft, onDraft, isChanged } = useDraft(newSitemap);
  const [plan, setPlan] = useState<SyncPlan | null>(null);
  const planning = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: SitemapBody) => wf.sitemaps.plan(checkBody(body)),
    onSuccess: setPlan,
  });
  const creating = useCreate({
    send: async (body: SitemapBody) => wf.sitemaps.create(checkBody(body)),
    kind: "sitemap",
    done: "The sitemap is watched.",
    screen: ({ id }) => `/monitors/sitemaps/${id}`,
  });
  // A plan is that of the fields as they were.
  const edit: typeof onDraft = (change) => {
    onDraft(change);
    setPlan(null);
  };
  const entered = formOf({ draft, onDraft: edit, error: null });
  const isPlanned = plan !== null && plan.add > 0;
  const body = requestOf(entered);
  const failedCall = creating.error === null ? planning : creating;
  const error = remainingError(failedCall.error, failedCall.variables, body);
  const form = { ...entered, error };
  const monitor = partOf(form, "monitor", errorWithin(error, "monitor"));
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
        error={failedCall.error}
        remainder={error}
      >
        <AskBeforeLeaving isChanged={isChanged} />
        <TextAt
          form={form}
          path="sitemapUrl"
          placeholder="example.com/sitemap.xml"
          help="An index of sitemaps works, too, and so does a gzipped file."
          isRequired
        />
        <SitemapFields form={form} />
        <h2 className={styles["part"]}>Each page</h2>
        <CommonFields form={monitor} />
        {plan !== null && <PlanCard plan={plan} form={monitor} />}
      </Form>
    </Page>
  );
}

type SitemapBody = ReturnType<typeof requestOf>;

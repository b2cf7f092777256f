import type { SyncPlan } from "#schemas/monitor/sitemap.ts";
import { countOf } from "../../format/words.ts";
import type { Form } from "../../forms/draft.ts";
import { ManyCost } from "../monitors/form/Cost.tsx";
import styles from "./Sitemaps.module.css";
import { FailureText } from "../../ui/FailureText.tsx";

/** A plan: the pages that would join, and those that stay out. */
export function PlanCard({ plan, form }: { plan: SyncPlan; form: Form }) {
  const { add, addUrls, overLimit, foreign, problems } = plan;
  const unlistedCount = add - addUrls.length;
  return (
    <section className={styles["plan"]} aria-label="Pages that would join">
      <p role="status">
        <strong>{countOf(add, "page")} would join.</strong> Nothing is made yet.
      </p>
      <ManyCost form={form} count={add} />
      {problems.map(({ code, message }) => (
        <FailureText key={code}>{message}</FailureText>
      ))}
      {overLimit > 0 && <p>{countOf(overLimit, "page")} beyond the limit would stay out.</p>}
      {foreign > 0 && <p>{countOf(foreign, "address")} of other hosts are left out.</p>}
      {addUrls.length > 0 && (
        // People scroll the list by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles["pages"]} tabIndex={0} aria-label="Pages">
          {addUrls.map((url) => (
            <li key={url}>{url}</li>
          ))}
        </ol>
      )}
      {unlistedCount > 0 && <p>And {countOf(unlistedCount, "more page")}.</p>}
    </section>
  );
}

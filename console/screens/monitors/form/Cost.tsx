import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import { cronProblem } from "#rules/cronGap.ts";
import { monitorCost } from "#rules/monitorCost.ts";
import { formatCount } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import type { MonitorForm } from "./monitorForm.ts";
import styles from "./NewMonitor.module.css";

/** The settings of a form that make the price of its monitor. */
export type CostForm = Pick<MonitorForm, "interval" | "isByCron" | "cron" | "text" | "changeOn" | "parts">;

/** The price of a monitor, beside the settings that make it. Nothing as long as the cron has a problem. */
export function Cost({ form }: { form: CostForm }) {
  const cost = costOf(form);
  if (cost === null) return null;
  return (
    <p className={styles["help"]} data-testid="cost">
      ≈ {countOf(cost.perMonth, "credit")} a month, {formatCount(cost.perRun)} a run
    </p>
  );
}

/** The price of several monitors with the same settings. */
export function ManyCost({ form, count }: { form: CostForm; count: number }) {
  const cost = costOf(form);
  if (cost === null) return null;
  return (
    <p className={styles["help"]} data-testid="total-cost">
      ≈ {countOf(cost.perMonth * count, "credit")} a month for {countOf(count, "page")}
    </p>
  );
}

function costOf({ interval, isByCron, cron, text, changeOn, parts }: CostForm) {
  if (isByCron && cronProblem(cron) !== null) return null;
  const capture = { regions: parts, ...(text && { changeOn }) };
  return monitorCost(capture, { intervalMinutes: Number(interval), cron: isByCron ? cron : null });
}

type Priced = { intervalMinutes: number; cron?: string; capture: Pick<MonitorCapture, "regions" | "changeOn"> };

/** The price of monitors with settings of their own. */
export function TotalCost({ monitors }: { monitors: readonly Priced[] }) {
  const total = monitors.reduce((sum, { capture, ...period }) => sum + monitorCost(capture, period).perMonth, 0);
  return (
    <p className={styles["help"]} data-testid="total-cost">
      ≈ {countOf(total, "credit")} a month for {countOf(monitors.length, "monitor")}
    </p>
  );
}

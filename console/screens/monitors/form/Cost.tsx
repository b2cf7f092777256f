import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import { cronProblem } from "#rules/cronGap.ts";
import { monitorCost } from "#rules/monitorCost.ts";
import { formatCount } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { flagAt, type Form, numberAt } from "../../../forms/draft.ts";
import { changeOptions } from "./choices.ts";
import type { FormPart } from "./monitorBody.ts";
import { cronOf, isByCron } from "./times.ts";

/** The price of a monitor, beside the settings that make it. Nothing as long as the cron has a problem. */
export function Cost({ form }: FormPart) {
  const cost = costOf(form);
  if (cost === null) return null;
  return (
    <p className="small-print" data-testid="cost">
      ≈ {countOf(cost.perMonth, "credit")} a month, {formatCount(cost.perRun)} a run
    </p>
  );
}

/** The price of several monitors with the same settings. */
export function ManyCost({ form, count }: FormPart & { count: number }) {
  const cost = costOf(form);
  if (cost === null) return null;
  return (
    <p className="small-print" data-testid="total-cost">
      ≈ {countOf(cost.perMonth * count, "credit")} a month for {countOf(count, "page")}
    </p>
  );
}

function costOf(form: Form) {
  const cron = isByCron(form) ? cronOf(form) : null;
  if (cron !== null && cronProblem(cron) !== null) return null;
  const changeOn = changeOptions.find(({ value }) => value === form.read("capture.changeOn"))?.value;
  const capture = { regions: flagAt(form, "capture.regions"), ...(changeOn !== undefined && { changeOn }) };
  return monitorCost(capture, { intervalMinutes: numberAt(form, "intervalMinutes", 60), cron });
}

type Priced = { intervalMinutes: number; cron?: string; capture: Pick<MonitorCapture, "regions" | "changeOn"> };

/** The price of monitors with settings of their own. */
export function TotalCost({ monitors }: { monitors: readonly Priced[] }) {
  const total = monitors.reduce((sum, { capture, ...period }) => sum + monitorCost(capture, period).perMonth, 0);
  return (
    <p className="small-print" data-testid="total-cost">
      ≈ {countOf(total, "credit")} a month for {countOf(monitors.length, "monitor")}
    </p>
  );
}

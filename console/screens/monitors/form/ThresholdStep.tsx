import { useMutation, useQuery } from "@tanstack/react-query";
import type { DiffRequest } from "#clients/typescript/src/index.ts";
import type { DiffResult } from "#schemas/diff.ts";
import { wf } from "../../../api/client.ts";
import { jobQuery } from "../../../api/queries.ts";
import { withScheme } from "../../../format/address.ts";
import { formatShare } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { describeError } from "../../../api/toasts.ts";
import { CompareFields } from "./CompareFields.tsx";
import type { TriedComparison } from "./draft.ts";
import { captureOf, type FormPart, type MonitorForm } from "./monitorForm.ts";
import { describeArea } from "./areas.ts";
import styles from "./NewMonitor.module.css";
import { PartsField } from "./PartsField.tsx";
import { shareOf } from "./percent.ts";
import { TextFields } from "./TextFields.tsx";
import { ThresholdField } from "./ThresholdField.tsx";

type ThresholdStepProps = FormPart & {
  /** The job of the test capture. */
  test: string;
  tried: TriedComparison | null;
  onTried: (tried: TriedComparison) => void;
};

/** The threshold, and what it would have done with two captures taken now. */
export function ThresholdStep({ form, onChange, error, test, tried, onTried }: ThresholdStepProps) {
  const comparison = tried?.job ?? "";
  const compare = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.comparisons.create(requestOf(form, test)),
    onSuccess: ({ id }) => onTried({ job: id, areas: form.areas }),
  });
  const { data: job } = useQuery({ ...jobQuery(comparison), enabled: comparison !== "" });
  const isOld = tried !== null && tried.areas !== form.areas;
  const isRunning = compare.isPending || (comparison !== "" && job?.completedAt == null);
  const problem = compare.error === null ? job?.error?.message : describeError(compare.error);
  return (
    <>
      <ThresholdField
        value={form.threshold}
        onChange={(threshold) => onChange({ threshold })}
        help="Leave it empty to get an alert for any visible difference. A second capture always confirms a change."
        error={error}
      />
      <PartsField form={form} onChange={onChange} />
      <TextFields form={form} onChange={onChange} error={error} />
      <CompareFields form={form} onChange={onChange} />
      <div className={styles["preview"]}>
        <div>
          <strong>Try the threshold</strong>
          <p className={styles["help"]}>
            Compares the test capture with a second one that is taken now. It costs one credit.
          </p>
        </div>
        <Button onPress={() => compare.mutate()} isDisabled={test === ""} isPending={isRunning}>
          {isRunning ? "Comparing …" : job?.diff === undefined ? "Capture and compare" : "Compare again"}
        </Button>
        {test === "" && <p className={styles["help"]}>It needs a test capture. Go back to the page to take one.</p>}
        {problem !== undefined && (
          <p role="alert" className={styles["problem"]}>
            {problem}
          </p>
        )}
        {job?.diff !== undefined && <Verdict diff={job.diff} form={form} onChange={onChange} />}
        {isOld && (
          <p className={styles["help"]}>The ignored areas have changed since this comparison. Compare again.</p>
        )}
        {form.ignored.trim() !== "" && (
          <p className={styles["help"]}>
            This comparison leaves out the drawn areas only. The elements to ignore count from the first run on.
          </p>
        )}
      </div>
    </>
  );
}

function requestOf(form: MonitorForm, test: string): DiffRequest {
  return {
    before: { jobId: test },
    after: { url: withScheme(form.url) },
    capture: captureOf(form),
    visualization: "none",
    ignoreRegions: [...form.areas],
  };
}

function verdictOf(alarms: boolean, { parts }: MonitorForm): string {
  if (alarms) return "This would have alarmed.";
  return parts ? "The picture as a whole would not have alarmed." : "This would not have alarmed.";
}

/** Changed areas that are offered to be ignored. */
const maxOffered = 5;

function Verdict({ diff, form, onChange }: { diff: DiffResult } & Pick<FormPart, "form" | "onChange">) {
  const { differenceRatio, regions } = diff;
  const threshold = shareOf(form.threshold);
  const alarms = differenceRatio > 0 && differenceRatio >= threshold;
  return (
    <div role="status" className={styles["verdict"]} data-alarms={alarms || undefined}>
      {differenceRatio === 0 ? (
        <p>
          <strong>No alert.</strong> Both captures are the same, so this page is quiet.
        </p>
      ) : (
        <p>
          <strong>{verdictOf(alarms, form)}</strong> The captures differ in {formatShare(differenceRatio)} of the
          picture, in {countOf(regions.length, "area")}. The threshold is{" "}
          {threshold === 0 ? "any visible difference" : formatShare(threshold)}.
          {alarms && " Ignore what always differs, or raise the threshold."}
        </p>
      )}
      {!alarms && differenceRatio > 0 && form.parts && (
        <p>
          A part of the page still alarms if {formatShare(threshold)} of its own area changed. This comparison does not
          look at the parts.
        </p>
      )}
      {alarms && (
        <ul>
          {regions.slice(0, maxOffered).map(({ x, y, width, height }) => (
            <li key={`${x} ${y} ${width} ${height}`}>
              <span>{describeArea({ x, y, width, height })}</span>
              <Button
                size="small"
                isDisabled={form.areas.some((area) => area.x === x && area.y === y)}
                onPress={() => onChange({ areas: [...form.areas, { x, y, width, height }] })}
              >
                Ignore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import type { DiffRequest } from "#clients/typescript/src/index.ts";
import type { DiffResult } from "#schemas/diff.ts";
import { wf } from "../../../api/client.ts";
import { jobQuery } from "../../../api/queries.ts";
import { withScheme } from "../../../format/address.ts";
import { flagAt, type Form, numberAt, textAt } from "../../../forms/draft.ts";
import { firstOptionsOf } from "./captureOptions.ts";
import { formatShare } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { describeError } from "../../../api/toasts.ts";
import { CompareFields } from "./CompareFields.tsx";
import type { TriedComparison } from "./draft.ts";
import { areasOf, ignoredOf, setAreas } from "./ignored.ts";
import type { FormPart } from "./monitorBody.ts";
import { describeArea } from "./areas.ts";
import styles from "./NewMonitor.module.css";
import { PartsField } from "./PartsField.tsx";
import { ThresholdField } from "./ThresholdField.tsx";

type ThresholdStepProps = FormPart & {
  /** The job of the test capture. */
  test: string;
  triedComparison: TriedComparison | null;
  onTried: (tried: TriedComparison) => void;
};

/** The threshold, and what it would have done with two captures taken now. */
export function ThresholdStep({ form, test, triedComparison, onTried }: ThresholdStepProps) {
  const comparison = triedComparison?.job ?? "";
  const areas = JSON.stringify(areasOf(form));
  const compare = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.comparisons.create(requestOf(form, test)),
    onSuccess: ({ id }) => onTried({ job: id, areas }),
  });
  const { data: job } = useQuery({ ...jobQuery(comparison), enabled: comparison !== "" });
  const isOld = triedComparison !== null && triedComparison.areas !== areas;
  const isRunning = compare.isPending || (comparison !== "" && job?.completedAt == null);
  const problem = compare.error === null ? job?.error?.message : describeError(compare.error);
  return (
    <>
      <ThresholdField
        form={form}
        help="Leave it empty to get an alert for any visible difference. A second capture always confirms a change."
      />
      <PartsField form={form} />
      <CompareFields form={form} />
      <div className={styles["preview"]}>
        <div>
          <strong>Try the threshold</strong>
          <p className="small-print">
            Compares the test capture with a second one that is taken now. It costs one credit.
          </p>
        </div>
        <Button onPress={() => compare.mutate()} isDisabled={test === ""} isPending={isRunning}>
          {isRunning ? "Comparing …" : job?.diff === undefined ? "Capture and compare" : "Compare again"}
        </Button>
        {test === "" && <p className="small-print">It needs a test capture. Go back to the page to take one.</p>}
        {problem !== undefined && <FailureText>{problem}</FailureText>}
        {job?.diff !== undefined && <Verdict diff={job.diff} form={form} />}
        {isOld && <p className="small-print">The ignored areas have changed since this comparison. Compare again.</p>}
        {ignoredOf(form).length > 0 && (
          <p className="small-print">
            This comparison leaves out the drawn areas only. The elements to ignore count from the first run on.
          </p>
        )}
      </div>
    </>
  );
}

function requestOf(form: Form, test: string): DiffRequest {
  return {
    before: { jobId: test },
    after: { url: withScheme(textAt(form, "url")) },
    capture: firstOptionsOf(form),
    visualization: "none",
    ignoreRegions: areasOf(form),
  };
}

function verdictOf(alarms: boolean, parts: boolean): string {
  if (alarms) return "This would have alarmed.";
  return parts ? "The picture as a whole would not have alarmed." : "This would not have alarmed.";
}

/** Changed areas that are offered to be ignored. */
const maxOffered = 5;

function Verdict({ diff, form }: FormPart & { diff: DiffResult }) {
  const { differenceRatio, regions } = diff;
  const threshold = numberAt(form, "changeThreshold", 0);
  const parts = flagAt(form, "capture.regions");
  const areas = areasOf(form);
  const alarms = differenceRatio > 0 && differenceRatio >= threshold;
  return (
    <div role="status" className={styles["verdict"]} data-alarms={alarms || undefined}>
      {differenceRatio === 0 ? (
        <p>
          <strong>No alert.</strong> Both captures are the same, so this page is quiet.
        </p>
      ) : (
        <p>
          <strong>{verdictOf(alarms, parts)}</strong> The captures differ in {formatShare(differenceRatio)} of the
          picture, in {countOf(regions.length, "area")}. The threshold is{" "}
          {threshold === 0 ? "any visible difference" : formatShare(threshold)}.
          {alarms && " Ignore what always differs, or raise the threshold."}
        </p>
      )}
      {!alarms && differenceRatio > 0 && parts && (
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
                isDisabled={areas.some((area) => area.x === x && area.y === y)}
                onPress={() => setAreas(form, [...areas, { x, y, width, height }])}
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

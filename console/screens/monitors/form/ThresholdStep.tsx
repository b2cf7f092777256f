import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DiffResult } from "#schemas/diff.ts";
import type { JobReference } from "#schemas/job.ts";
import { api } from "../../../api/client.ts";
import { problemOf } from "../../../api/problems.ts";
import { jobQuery } from "../../../api/queries.ts";
import { withScheme } from "../../../format/address.ts";
import { formatShare } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { describeError } from "../../../ui/toasts.ts";
import { captureOf, type FormPart, type MonitorForm, thresholdOf } from "./monitorForm.ts";
import styles from "./NewMonitor.module.css";

/** The threshold, and what it would have done with two captures taken now. `test` is the job of the first one. */
export function ThresholdStep({ form, onChange, error, test }: FormPart & { test: string }) {
  const [comparison, setComparison] = useState("");
  const compare = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => api.post<JobReference>("/render/diff", requestOf(form, test)),
    onSuccess: ({ id }) => setComparison(id),
  });
  const { data: job } = useQuery({ ...jobQuery(comparison), enabled: comparison !== "" });
  const isRunning = compare.isPending || (comparison !== "" && job?.completedAt == null);
  const problem = compare.error === null ? job?.error?.message : describeError(compare.error);
  return (
    <>
      <TextField
        label="Alert from this share of the picture on, in percent"
        value={form.threshold}
        onChange={(threshold) => onChange({ threshold })}
        placeholder="any visible difference"
        help="Leave it empty to get an alert for any visible difference. A second capture always confirms a change."
        error={problemOf(error, "changeThreshold")}
      />
      <div className={styles["preview"]}>
        <div>
          <strong>What would have alarmed?</strong>
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
      </div>
    </>
  );
}

function requestOf(form: MonitorForm, test: string): object {
  return {
    before: { jobId: test },
    after: { url: withScheme(form.url) },
    capture: captureOf(form),
    visualization: "none",
    ignoreRegions: form.areas,
  };
}

/** Changed areas that are offered to be ignored. */
const maxOffered = 5;

function Verdict({ diff, form, onChange }: { diff: DiffResult } & Pick<FormPart, "form" | "onChange">) {
  const { differenceRatio, regions } = diff;
  const alarms = differenceRatio > 0 && differenceRatio >= thresholdOf(form);
  return (
    <div role="status" className={styles["verdict"]} data-alarms={alarms || undefined}>
      {differenceRatio === 0 ? (
        <p>
          <strong>No alert.</strong> Both captures are the same, so this page is quiet.
        </p>
      ) : (
        <p>
          <strong>{alarms ? "This would have alarmed." : "No alert."}</strong> The captures differ in{" "}
          {formatShare(differenceRatio)} of the picture, in {countOf(regions.length, "area")}.
          {alarms && " Ignore what always differs, or raise the threshold."}
        </p>
      )}
      {alarms && (
        <ul>
          {regions.slice(0, maxOffered).map(({ x, y, width, height }) => (
            <li key={`${x} ${y} ${width} ${height}`}>
              <span>
                {width} × {height} px at {x}, {y}
              </span>
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

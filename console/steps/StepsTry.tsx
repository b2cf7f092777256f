import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import type { Job } from "#schemas/job.ts";
import { wf } from "../api/client.ts";
import { describeError } from "../api/toasts.ts";
import { textOf } from "../forms/entries.ts";
import { describeElement, type PickMap } from "../picker/map.ts";
import { PickStage } from "../picker/PickStage.tsx";
import { type PickSource, usePickSource } from "../picker/PickSource.tsx";
import { pickRequest, useMapOf } from "../picker/useMap.ts";
import { FailureText } from "../ui/FailureText.tsx";
import { Badge } from "../ui/badges/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { jobOutputPath, Picture } from "../ui/Picture.tsx";
import { EmptyState, ErrorState, Loading } from "../ui/states.tsx";
import { TallPicture } from "../ui/TallPicture.tsx";
import type { StepDraft, StepModel } from "./model.ts";
import { describeStep, kindFor, meantElement, recordedStep, triedPicture, withPictures } from "./stepList.ts";
import styles from "./Steps.module.css";

type StepsTryProps = {
  steps: readonly StepDraft[];
  model: StepModel;
  /** The index of the step whose fields are open. -1 without one. */
  openIndex: number;
  /** Adds a step that was recorded. `needsMore` says that a value is missing. `at` is its place; default: the end. */
  onRecord: (step: StepDraft, needsMore: boolean, at?: number) => void;
};

/** A trial of all steps, or of the first ones. `end` is the place of the next step that is recorded after these. */
type Tried = { job: string; all: readonly StepDraft[]; end: number | undefined };

/** Runs the steps by a test capture. It shows how each went, and records further steps on the page after them. */
export function StepsTry(props: StepsTryProps) {
  const source = usePickSource();
  return source === null ? null : <Trial {...props} source={source} />;
}

function Trial({ steps, openIndex, model, onRecord, source }: StepsTryProps & { source: PickSource }) {
  const [trial, setTrial] = useState<Tried | null>(null);
  const trying = useMutation({
    meta: { showsErrors: true },
    mutationFn: (end: number | undefined) =>
      wf.renders.create(trialOf(source, withPictures(steps.slice(0, end), model.maxPictures))),
    onSuccess: ({ id }, end) => setTrial({ job: id, all: steps, end }),
  });
  const { error } = trying;
  const hasNoPage = source.url.trim() === "";
  const record = (step: StepDraft, needsMore: boolean): void => {
    const end = trial?.end === undefined ? undefined : Math.min(trial.end, steps.length);
    onRecord(step, needsMore, end);
    if (trial !== null && end !== undefined) setTrial({ ...trial, end: end + 1 });
  };
  return (
    <section aria-label="Trial of the steps" className={`stack-3 ${styles["trial"]}`}>
      <div className={`beside ${styles["try"]}`}>
        <Button onPress={() => trying.mutate(undefined)} isPending={trying.isPending} isDisabled={hasNoPage}>
          <Play aria-hidden="true" /> {trial === null ? "Try the steps" : "Try again"}
        </Button>
        {openIndex !== -1 && openIndex < steps.length - 1 && (
          <Button onPress={() => trying.mutate(openIndex + 1)} isPending={trying.isPending} isDisabled={hasNoPage}>
            Try up to step {openIndex + 1}
          </Button>
        )}
        <p className="small-print">
          {hasNoPage
            ? "Enter the address first."
            : "A test capture runs them and shows the page after the last one. It costs one credit. On its picture you can record further steps."}
        </p>
      </div>
      {error !== null && <FailureText>{describeError(error)}</FailureText>}
      {trial !== null && (
        <Outcome
          key={trial.job}
          job={trial.job}
          steps={trial.all.slice(0, trial.end)}
          model={model}
          isOld={trial.all !== steps}
          onRecord={record}
        />
      )}
    </section>
  );
}

/** The capture that tries steps, in place of those of its options. */
function trialOf({ options, url }: PickSource, steps: readonly StepDraft[]): RenderRequest {
  const { steps: _steps, ...rest } = options;
  // The API checks each step.
  const tried = steps.length > 0 && { steps: steps.map((step) => ({ ...step })) };
  return pickRequest({ url, options: { ...rest, ...tried } });
}

type OutcomeProps = Omit<StepsTryProps, "openIndex"> & { job: string; isOld: boolean };

function Outcome({ job: id, steps, model, isOld, onRecord }: OutcomeProps) {
  const { job, map, error } = useMapOf(id);
  if (error !== null) return <ErrorState error={error} />;
  if (job?.error !== undefined) {
    const { message, picture } = job.error;
    return (
      <>
        <EmptyState title="The steps did not run to their end">{message}</EmptyState>
        {picture !== undefined && (
          <TallPicture
            path={jobOutputPath(id, "failure")}
            alt="The page at the step that failed. Opens the full size."
            width={picture.width}
            height={picture.height}
          />
        )}
      </>
    );
  }
  if (job === undefined || map === null) return <Loading label="Running the steps" lines={1} height="20rem" />;
  return (
    <>
      <Results job={job} steps={steps} model={model} />
      {isOld && <p className="small-print">The steps have changed since. Try them again to see the next page.</p>}
      <Recorder map={map} model={model} onRecord={onRecord} />
    </>
  );
}

type ResultsProps = { job: Job; steps: readonly StepDraft[]; model: StepModel };

/** How each step went, how long it took, and the page after it. */
function Results({ job: { id, result }, steps, model }: ResultsProps) {
  const tried = withPictures(steps, model.maxPictures);
  const added = new Set(steps.map((_, index) => triedPicture(index)));
  const results = (result?.page.steps ?? []).filter((_, index) => !added.has(textOf(tried[index]?.["screenshot"])));
  if (results.length === 0) return <p role="status">The page before any step.</p>;
  return (
    <div role="status">
      <ol aria-label="How the steps went" className={styles["results"]}>
        {results.map(({ ms, problem }, index) => {
          const step = steps[index] ?? {};
          const name = textOf(step["screenshot"]) || triedPicture(index);
          const hasPicture = result?.stepPictures?.some((picture) => picture.name === name) === true;
          const words = describeStep(model, step);
          const path = jobOutputPath(id, `step-${name}`);
          return (
            // Results have no other identity, and no state.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Badge tone={problem === undefined ? "good" : "warning"}>
                {problem === undefined ? "Done" : "Left out"}
              </Badge>
              <span dir="auto">
                {index + 1}. {words}
                {problem !== undefined && `: ${problem}`}
              </span>
              <span className={styles["ms"]}>{ms} ms</span>
              {hasPicture && (
                <a href={path} target="_blank" rel="noreferrer" className={styles["thumb"]}>
                  <Picture path={path} alt={`The page after step ${index + 1}: ${words}`} width={160} />
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The page after the last step. A click on an element chooses it for a further step. */
function Recorder({ map, model, onRecord }: { map: PickMap } & Pick<StepsTryProps, "model" | "onRecord">) {
  const [chosenIndex, setChosenIndex] = useState(-1);
  const element = meantElement(map.elements, chosenIndex);
  const kind = model.kinds.find(({ name }) => element !== undefined && name === kindFor(element));
  const record = (): void => {
    if (element === undefined) return;
    onRecord(recordedStep(map.elements, element), kindFor(element) === "fill" || kindFor(element) === "select");
    setChosenIndex(-1);
  };
  return (
    <div className="stack-3">
      <p id="pick-help" className="small-print">
        The page after the last step. Click an element to record a step on it, or go to it with the arrow keys and press
        Enter.
      </p>
      <PickStage
        map={map}
        chosenIndex={chosenIndex}
        onChoose={setChosenIndex}
        markedBoxes={[]}
        onTake={record}
        takesFocus={false}
      />
      <div className={styles["record"]}>
        <span role="status" dir="auto">
          {element === undefined ? "No element is chosen yet." : describeElement(element)}
        </span>
        <Button variant="primary" onPress={record} isDisabled={element === undefined}>
          {kind === undefined ? "Record a step" : `Record: ${kind.label.toLowerCase()}`}
        </Button>
      </div>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Select } from "../ui/fields/Select.tsx";
import { ErrorState, Loading } from "../ui/states.tsx";
import { type StepDraft, type StepModel, stepModelQuery } from "./model.ts";
import { movedStep, stepOf } from "./stepList.ts";
import { StepRow } from "./StepRow.tsx";
import styles from "./Steps.module.css";
import { StepsTry } from "./StepsTry.tsx";

export type StepsEditorProps = {
  steps: readonly StepDraft[];
  onChange: (steps: readonly StepDraft[]) => void;
  /** Whether one-time codes can be filled in, as in sign-ins. Default: false. */
  hasTotp?: boolean;
  /** The API's message about all steps or one of them. */
  error?: string | undefined;
};

/** The steps of a capture or a sign-in: a person adds, edits, moves, removes and tries them. */
export function StepsEditor(props: StepsEditorProps) {
  const { data: model, error, refetch } = useQuery(stepModelQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (model === undefined) return <Loading label="Loading the kinds of steps" lines={2} />;
  return <Editor {...props} model={model} />;
}

function Editor({ steps, onChange, hasTotp = false, error, model }: StepsEditorProps & { model: StepModel }) {
  const [openIndex, setOpenIndex] = useState(-1);
  const [kindName, setKindName] = useState("click");
  const kind = model.kinds.find(({ name }) => name === kindName) ?? model.kinds[0];
  const move = (from: number, to: number): void => {
    onChange(movedStep(steps, from, to));
    if (openIndex === from) setOpenIndex(Math.max(0, Math.min(steps.length - 1, to)));
    else setOpenIndex(-1);
  };
  const add = (step: StepDraft, isOpen: boolean, at = steps.length): void => {
    onChange(steps.toSpliced(at, 0, step));
    setOpenIndex(isOpen ? at : -1);
  };
  return (
    <div role="group" aria-label="Steps" className="stack-3">
      {steps.length === 0 && (
        <p className="small-print">No steps yet. Steps run one after the other, before the capture.</p>
      )}
      <ol aria-label="Steps in their order" className={styles["list"]}>
        {steps.map((step, index) => (
          <StepRow
            // A step has no other identity, and its fields are controlled.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            model={model}
            step={step}
            index={index}
            before={steps.slice(0, index)}
            hasTotp={hasTotp}
            isOpen={openIndex === index}
            onToggle={() => setOpenIndex(openIndex === index ? -1 : index)}
            onChange={(next) => onChange(steps.with(index, next))}
            onMove={move}
            onRemove={() => {
              onChange(steps.toSpliced(index, 1));
              setOpenIndex(-1);
            }}
          />
        ))}
      </ol>
      {error !== undefined && <FailureText>{error}</FailureText>}
      <div className="beside">
        <Select
          label="Next step"
          value={kind?.name ?? ""}
          onChange={setKindName}
          options={model.kinds.map(({ name, label }) => ({ value: name, label }))}
        />
        <Button onPress={() => kind !== undefined && add(stepOf(kind), true)} isDisabled={kind === undefined}>
          <Plus aria-hidden="true" /> Add the step
        </Button>
      </div>
      <StepsTry steps={steps} openIndex={openIndex} model={model} onRecord={add} />
    </div>
  );
}

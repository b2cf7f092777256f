import type { ReactNode } from "react";
import styles from "./Form.module.css";
import { Card } from "../Page.tsx";
import { FormButtons, PlainForm } from "./PlainForm.tsx";
import { FormProblem } from "./FormProblem.tsx";

type FormProps = {
  /** Label of the button that submits. */
  submit: string;
  /** Path of the screen that "Cancel" opens. */
  back: string;
  onSubmit: () => void;
  isPending: boolean;
  /** Why the last try failed, or null. */
  error: Error | null;
  /** The part of the error that is not corrected yet. Default: all. */
  remainder?: Error | null;
  children: ReactNode;
};

/** A form on a card: its fields, the error of the last try, and its buttons. */
export function Form({ submit, back, onSubmit, isPending, error, remainder = error, children }: FormProps) {
  return (
    <Card>
      <PlainForm isReady={!isPending} onSubmit={onSubmit} className="stack-4 narrow">
        {children}
        <FormProblem error={error} remainder={remainder} />
        <FormButtons submit={submit} isPending={isPending} cancel={back} />
      </PlainForm>
    </Card>
  );
}

/** Short fields beside each other. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles["row"]}>{children}</div>;
}

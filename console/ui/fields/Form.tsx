import type { FormEvent, ReactNode } from "react";
import { Button, LinkButton } from "../Button.tsx";
import styles from "./Form.module.css";
import { Card } from "../Page.tsx";
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
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Card>
      <form onSubmit={send} className="stack-4 narrow">
        {children}
        <FormProblem error={error} remainder={remainder} />
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending}>
            {submit}
          </Button>
          <LinkButton href={back}>Cancel</LinkButton>
        </div>
      </form>
    </Card>
  );
}

/** Short fields beside each other. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles["row"]}>{children}</div>;
}

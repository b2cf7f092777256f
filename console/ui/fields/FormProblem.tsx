import { useEffect, useRef } from "react";
import { describeError } from "../../api/toasts.ts";
import { FailureText } from "../FailureText.tsx";

type FormProblemProps = {
  /** The error of the last try, or null. */
  error: Error | null;
  /** The part of it that is not corrected yet, or null. Default: all. */
  remainder?: Error | null;
};

/** Why the last try of a form failed. After each failure, its first wrong field gets the focus. */
export function FormProblem({ error, remainder = error }: FormProblemProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const focused = useRef<Error | null>(null);
  // A fold or a step may show the field a moment later.
  useEffect(() => {
    if (error === null || focused.current === error) return;
    const field = anchor.current?.closest("form")?.querySelector("[aria-invalid=true]");
    if (!(field instanceof HTMLElement)) return;
    focused.current = error;
    field.focus();
  });
  return (
    <div ref={anchor} hidden={remainder === null}>
      {remainder !== null && <FailureText>{describeError(remainder)}</FailureText>}
    </div>
  );
}

import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type ConfirmButtonProps = {
  /** Label of the button. */
  label: string;
  /** Names the button for screen readers where several have the same label. Default: `label`. */
  name?: string;
  /** The question. */
  title: string;
  /** Label of the button in the dialog that does it. */
  confirm: string;
  onConfirm: () => void;
  isPending?: boolean;
  size?: "normal" | "small";
  /** The action after the confirmation. */
  children: ReactNode;
};

/** A button that asks before it acts. */
export function ConfirmButton({
  label,
  name = label,
  isPending = false,
  size = "normal",
  ...dialog
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setAsking(true)} isPending={isPending} size={size} aria-label={name}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

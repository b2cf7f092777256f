import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { Modal } from "./Modal.tsx";
import styles from "./Modal.module.css";

type ConfirmProps = {
  title: string;
  /** Label of the button that does it. */
  confirm: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The consequences of the action. */
  children: ReactNode;
};

/** Asks before something that can't be undone. */
export function ConfirmDialog({ title, confirm, isOpen, onClose, onConfirm, children }: ConfirmProps) {
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <p>{children}</p>
      <div className={styles["buttons"]}>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          variant="danger"
          onPress={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}

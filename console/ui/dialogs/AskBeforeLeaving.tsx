import { useBlocker } from "@tanstack/react-router";
import { Button } from "../Button.tsx";
import { Modal } from "./Modal.tsx";
import styles from "./Modal.module.css";

/** Asks before a person leaves a form with entries that are not saved. The browser asks before it closes the page. */
export function AskBeforeLeaving({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <Modal title="Leave without saving?" isOpen={status === "blocked"} onClose={() => reset?.()}>
      <p>The changes of this form are not saved. They would be lost.</p>
      <div className={styles["buttons"]}>
        <Button onPress={() => reset?.()}>Stay</Button>
        <Button variant="danger" onPress={() => proceed?.()}>
          Leave
        </Button>
      </div>
    </Modal>
  );
}

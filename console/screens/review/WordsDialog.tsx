import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/dialogs/Modal.tsx";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./Review.module.css";

type WordsProps = {
  title: string;
  label: string;
  help: string;
  /** Label of the button that does it. */
  confirm: string;
  initial?: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: (words: string) => void;
};

/** Asks for some words, which may stay empty. */
export function WordsDialog(props: WordsProps) {
  const { title, isOpen, onClose } = props;
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <WordsForm {...props} />
    </Modal>
  );
}

function WordsForm({ label, help, confirm, initial = "", onClose, onConfirm }: WordsProps) {
  const [words, setWords] = useState(initial);
  return (
    <PlainForm
      className={styles["words"]}
      onSubmit={() => {
        onClose();
        onConfirm(words.trim());
      }}
    >
      <TextField label={label} help={help} value={words} onChange={setWords} autoFocus />
      <div className={styles["buttons"]}>
        <Button onPress={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          {confirm}
        </Button>
      </div>
    </PlainForm>
  );
}

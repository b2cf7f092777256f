import { useState } from "react";
import { problemOf } from "../../api/problems.ts";
import { describeError } from "../../api/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card } from "../../ui/Page.tsx";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import { useFormAction } from "../../api/useAction.ts";
import styles from "./Access.module.css";

type Field = { label: string; placeholder: string };

type NewFormProps = {
  name: Field;
  /** A value that is never shown again, and its field in the request. */
  hiddenField: Field & { field: string };
  /** Words of the button, and the verb of the message afterwards. */
  submit: string;
  doneWord: string;
  /** First part of the keys of the queries that it changes. */
  kind: string;
  send: (name: string, value: string) => Promise<unknown>;
};

/** A form that makes a thing with a name and a value that is sealed. Afterwards it has neither. */
export function NewForm({ name, hiddenField, submit, doneWord, kind, send }: NewFormProps) {
  const [chosenName, setName] = useState("");
  const [value, setValue] = useState("");
  const making = useFormAction({
    send: () => send(chosenName.trim(), value),
    done: () => `“${chosenName.trim()}” is ${doneWord}.`,
    onDone: () => {
      setName("");
      setValue("");
    },
    changes: [kind],
  });
  const { error } = making;
  const [ofName, ofValue] = [problemOf(error, "name"), problemOf(error, hiddenField.field)];
  const other = error === null || ofName !== undefined || ofValue !== undefined ? undefined : describeError(error);
  return (
    <Card>
      <PlainForm isReady={!making.isPending} onSubmit={() => making.mutate()} className={styles["fields"]}>
        <TextField
          {...name}
          help="Small letters, digits and hyphens."
          value={chosenName}
          onChange={setName}
          isRequired
          error={ofName ?? other}
        />
        <TextField
          label={hiddenField.label}
          placeholder={hiddenField.placeholder}
          value={value}
          onChange={setValue}
          type="password"
          autoComplete="off"
          isRequired
          error={ofValue}
        />
        <Button type="submit" isPending={making.isPending}>
          {submit}
        </Button>
      </PlainForm>
    </Card>
  );
}

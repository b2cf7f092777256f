import { useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Page.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError } from "../../api/toasts.ts";
import { addressOf } from "../../format/recipient.ts";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import { useFormAction } from "../../api/useAction.ts";
import styles from "./Account.module.css";

/** Adds an address, or sends its link again. */
export function AddRecipient() {
  const [email, setEmail] = useState("");
  const { mutate, isPending, error } = useFormAction({
    send: () => wf.recipients.add(email.trim()),
    done: (recipient) => {
      const address = addressOf(recipient);
      return recipient.status === "verified" ? `${address} is confirmed already.` : `A link was sent to ${address}.`;
    },
    onDone: () => setEmail(""),
    changes: ["recipient"],
  });
  const problem = problemOf(error, "email") ?? (error === null ? undefined : describeError(error));
  return (
    <Card>
      <PlainForm isReady={!isPending} onSubmit={mutate} className={styles["oneField"]}>
        <TextField
          label="Address"
          type="email"
          value={email}
          onChange={setEmail}
          placeholder="someone@example.com"
          help="It gets a link that its reader opens within 30 minutes."
          autoComplete="off"
          isRequired
          error={problem}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          Send the link
        </Button>
      </PlainForm>
    </Card>
  );
}

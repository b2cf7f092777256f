import { useInfiniteQuery } from "@tanstack/react-query";
import { recipientsQuery } from "../../api/queries.ts";
import { addressOf } from "../../format/recipient.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import styles from "./Alerts.module.css";

type RecipientSwitchesProps = { chosen: readonly string[]; onChosen: (ids: readonly string[]) => void };

/** A switch for each recipient who has confirmed. */
export function RecipientSwitches({ chosen, onChosen }: RecipientSwitchesProps) {
  const { data } = useInfiniteQuery(recipientsQuery);
  const recipients = (data?.pages ?? []).flatMap((page) => page.recipients);
  const verified = recipients.filter(({ status }) => status === "verified");
  return (
    <fieldset className={styles["group"]}>
      <legend>Recipients</legend>
      {data !== undefined && verified.length === 0 && <p className="small-print">No recipient has confirmed yet.</p>}
      {verified.map((recipient) => (
        <Switch
          key={recipient.id}
          isSelected={chosen.includes(recipient.id)}
          onChange={(isOn) => onChosen(isOn ? [...chosen, recipient.id] : chosen.filter((id) => id !== recipient.id))}
        >
          {addressOf(recipient)}
        </Switch>
      ))}
    </fieldset>
  );
}

import { useVerifiedRecipients } from "../../api/useVerifiedRecipients.ts";
import { addressOf } from "../../format/recipient.ts";
import { SwitchList } from "../../ui/fields/SwitchList.tsx";

type RecipientSwitchesProps = { chosenIds: readonly string[]; onChosen: (ids: readonly string[]) => void };

/** A switch for each recipient who has confirmed. */
export function RecipientSwitches({ chosenIds, onChosen }: RecipientSwitchesProps) {
  const recipients = useVerifiedRecipients();
  const choices = (recipients ?? []).map((recipient) => ({ id: recipient.id, label: addressOf(recipient) }));
  return (
    <fieldset className="stack-2">
      <legend>Recipients</legend>
      {recipients?.length === 0 && <p className="small-print">No recipient has confirmed yet.</p>}
      <SwitchList choices={choices} chosenIds={chosenIds} onChosen={onChosen} />
    </fieldset>
  );
}

import { TextField } from "../../../ui/fields/TextField.tsx";

type AddressListProps = { value: string; onChange: (value: string) => void; isDisabled: boolean };

/** The lines with the addresses. */
export function AddressList({ value, onChange, isDisabled }: AddressListProps) {
  return (
    <div id={listId}>
      <TextField
        label="Addresses"
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
        lines={10}
        placeholder={"shop.example/pricing\nshop.example/terms, Terms of the shop"}
        help="One per line. A name may follow, after a comma and a space, or a tab. Pages that you already watch are not marked."
      />
    </div>
  );
}

const listId = "many-addresses";

/** Selects a line of the list, so that a person can change it. */
export function selectLine(number: number): void {
  const area = document.querySelector(`#${listId} textarea`);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
  // A browser does not scroll to a selection by itself.
  area.scrollTop = (area.scrollHeight / lines.length) * (number - 3);
}

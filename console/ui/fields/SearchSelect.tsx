import { ChevronDown } from "lucide-react";
import {
  Button,
  Collection,
  ComboBox,
  FieldError,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from "react-aria-components";
import styles from "./fields.module.css";

/** A value of a list. Options of a group follow each other. */
export type SearchOption<Value extends string> = { value: Value; label: string; group?: string };

type SearchSelectProps<Value extends string> = {
  label: string;
  /** Names the button that opens the list, for screen readers. */
  listLabel: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SearchOption<Value>[];
  /** The API's message about this field. */
  error?: string | undefined;
};

type Item = { id: string; label: string };
type Entry = Item | { id: string; items: readonly Item[] };

/** A choice of one value among many. A person finds it by a part of its label. */
export function SearchSelect<Value extends string>(props: SearchSelectProps<Value>) {
  const { label, listLabel, value, onChange, options, error } = props;
  // React Aria takes an empty key for none.
  const keyOf = (one: Value): string => `=${one}`;
  return (
    <ComboBox
      defaultItems={entriesOf(options.map((option) => ({ ...option, id: keyOf(option.value) })))}
      selectedKey={keyOf(value)}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => keyOf(option.value) === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={`${styles["field"]} ${styles["combo"]}`}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <Input className={styles["input"] ?? ""} />
      <Button className={styles["open"] ?? ""} aria-label={listLabel}>
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
      <Popover className={styles["options"] ?? ""}>
        <ListBox<Entry> className={styles["list"] ?? ""}>
          {(entry) =>
            "items" in entry ? (
              <ListBoxSection id={entry.id}>
                <Header className={styles["heading"] ?? ""}>{entry.id}</Header>
                <Collection items={entry.items}>{choiceOf}</Collection>
              </ListBoxSection>
            ) : (
              choiceOf(entry)
            )
          }
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function choiceOf({ id, label }: Item) {
  return (
    <ListBoxItem id={id} textValue={label} className={styles["option"] ?? ""}>
      {label}
    </ListBoxItem>
  );
}

/** The options outside of groups, then each group. */
function entriesOf(options: readonly (Item & { group?: string })[]): Entry[] {
  const groups = Map.groupBy(options, ({ group }) => group);
  return [...groups].flatMap(([id, items]): Entry[] => (id === undefined ? items : [{ id, items }]));
}

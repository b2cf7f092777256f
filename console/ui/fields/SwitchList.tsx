import { Switch } from "./Switch.tsx";

/** A choice among several. One that is fixed is on, whatever is chosen. */
type SwitchChoice = { id: string; label: string; isFixed?: boolean };

type SwitchListProps = {
  choices: readonly SwitchChoice[];
  /** Ids of the choices that are on. */
  chosenIds: readonly string[];
  onChosen: (ids: readonly string[]) => void;
};

/** A switch for each choice. */
export function SwitchList({ choices, chosenIds, onChosen }: SwitchListProps) {
  return choices.map(({ id, label, isFixed = false }) => (
    <Switch
      key={id}
      isSelected={isFixed || chosenIds.includes(id)}
      isDisabled={isFixed}
      onChange={(isOn) => onChosen(isOn ? [...chosenIds, id] : chosenIds.filter((other) => other !== id))}
    >
      {label}
    </Switch>
  ));
}

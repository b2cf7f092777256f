import { Switch } from "./Switch.tsx";

/** A choice among several. One that is fixed is on, whatever is chosen. */
type SwitchChoice = { id: string; label: string; isFixed?: boolean };

type SwitchListProps = {
  choices: readonly SwitchChoice[];
  /** Ids of the choices that are on. */
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
};

/** A switch for each choice. */
export function SwitchList({ choices, chosen, onChosen }: SwitchListProps) {
  return choices.map(({ id, label, isFixed = false }) => (
    <Switch
      key={id}
      isSelected={isFixed || chosen.includes(id)}
      isDisabled={isFixed}
      onChange={(isOn) => onChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
    >
      {label}
    </Switch>
  ));
}

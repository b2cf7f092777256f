import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "lucide-react";
import { useState } from "react";
import type { MappedElement } from "#schemas/extracts/elements.ts";
import { formatCount } from "../format/numbers.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Cards } from "../ui/fields/Cards.tsx";
import { describeElement, goFrom, matchesOf, type PickMap, textIn, type Way, ways } from "./map.ts";
import styles from "./Picker.module.css";
import { PickStage } from "./PickStage.tsx";

/** An element that a person chose. `text` is what it reads, and `isAll` says that the selector is of all elements alike. */
export type Picked = { selector: string; text: string; isAll: boolean; element: MappedElement };

/** A thing that can be done with the chosen element, and the words of its button. */
export type PickUse = { label: string; apply: (picked: Picked) => void };

const icons = { parent: ArrowUp, child: ArrowDown, previous: ArrowLeft, next: ArrowRight } as const;
const wayWords: Readonly<Record<Way, string>> = {
  parent: "The element around it",
  child: "The first element in it",
  previous: "The element before it",
  next: "The element after it",
};

type PickerProps = { map: PickMap; uses: readonly PickUse[]; onClose: () => void };

/** The picture of a page, and what was chosen on it. */
export function Picker({ map, uses, onClose }: PickerProps) {
  const [chosenIndex, setChosenIndex] = useState(-1);
  const [wantsAll, setWantsAll] = useState(false);
  const { elements } = map;
  const element = elements[chosenIndex];
  const isAll = wantsAll && element?.alike !== undefined;
  const selector = (isAll ? element.alike?.selector : element?.selector) ?? "";
  const take = ({ apply }: PickUse): void => {
    if (element === undefined) return;
    apply({ selector, text: textIn(elements, chosenIndex), isAll, element });
    onClose();
  };
  const [first] = uses;
  return (
    <div className={styles["picker"]}>
      <PickStage
        map={map}
        chosenIndex={chosenIndex}
        onChoose={setChosenIndex}
        markedBoxes={isAll ? matchesOf(elements, selector).map(map.toBox) : []}
        onTake={() => first !== undefined && take(first)}
      />
      <div className={styles["side"]}>
        <p id="pick-help" className="small-print">
          Click an element, or use the arrow keys: up to the element around it, down into it, left and right to its
          neighbours. Enter takes it, Escape leaves.
        </p>
        <div className={styles["ways"]} role="group" aria-label="Go to another element">
          {ways.map((way) => {
            const Icon = icons[way];
            return (
              <IconButton
                key={way}
                label={wayWords[way]}
                variant="plain"
                isDisabled={elements.length === 0}
                onPress={() => setChosenIndex(goFrom(elements, chosenIndex, way))}
              >
                <Icon aria-hidden="true" />
              </IconButton>
            );
          })}
        </div>
        <div role="status" className={styles["facts"]}>
          {element === undefined ? (
            <p>{elements.length === 0 ? "This page shows no elements to pick." : "No element is chosen yet."}</p>
          ) : (
            <>
              <strong dir="auto">{describeElement(element)}</strong>
              <code>{selector}</code>
              <span>{isAll ? countWords(element.alike?.matches ?? 1) : countWords(1)}</span>
              {textIn(elements, chosenIndex) !== "" && (
                <span dir="auto">
                  Reads: <q>{textIn(elements, chosenIndex)}</q>
                </span>
              )}
            </>
          )}
        </div>
        {element?.alike !== undefined && (
          <Cards
            label="Which elements?"
            value={isAll ? "all" : "one"}
            onChange={(value) => setWantsAll(value === "all")}
            options={[
              { value: "one", label: "This one" },
              { value: "all", label: `All ${formatCount(element.alike.matches)} alike` },
            ]}
          />
        )}
        <div className={styles["uses"]}>
          {uses.map((use, index) => (
            <Button
              key={use.label}
              variant={index === 0 ? "primary" : "plain"}
              isDisabled={element === undefined}
              onPress={() => take(use)}
            >
              {use.label}
            </Button>
          ))}
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </div>
  );
}

/** "1 element matches". */
function countWords(count: number): string {
  return count === 1 ? "1 element matches" : `${formatCount(count)} elements match`;
}

import type { ReactNode } from "react";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Card } from "../../../ui/Page.tsx";
import { FormButtons, PlainForm } from "../../../ui/fields/PlainForm.tsx";
import { groupOptions } from "./groups.ts";
import { Group } from "./OptionsForm.tsx";
import styles from "./OptionsCard.module.css";
import type { RenderOption } from "./schema.ts";
import type { SortedProblems } from "./problems.ts";
import type { Values } from "./values.ts";

type OptionsCardProps = SortedProblems & {
  options: readonly RenderOption[];
  values: Values;
  onChange: (name: string, value: string) => void;
  /** Titles of the groups that are open at first. Default: the first group. */
  openTitles?: readonly string[];
  submit: string;
  /** Path of the screen that "Cancel" opens. */
  back: string;
  onSubmit: () => void;
  isPending: boolean;
  isDisabled?: boolean;
  /** A line above the buttons. */
  note?: ReactNode;
  /** Fields above the groups. */
  children?: ReactNode;
};

/** A form on a card: its own fields, then all options in groups, then its buttons. */
export function OptionsCard({ options, values, problems, general, onChange, ...rest }: OptionsCardProps) {
  const { openTitles, submit, back, onSubmit, isPending, isDisabled = false, note, children } = rest;
  return (
    <Card>
      <PlainForm isReady={!isPending} onSubmit={onSubmit} className={styles["form"]} noValidate>
        {children}
        <div>
          {groupOptions(options, { hasCommon: true }).map((group, index) => (
            <Group
              key={group.title}
              {...group}
              startsOpen={openTitles?.includes(group.title) ?? index === 0}
              values={values}
              problems={problems}
              onChange={onChange}
            />
          ))}
        </div>
        {general !== "" && <FailureText>{general}</FailureText>}
        {note}
        <FormButtons submit={submit} isPending={isPending} isDisabled={isDisabled} cancel={back} />
      </PlainForm>
    </Card>
  );
}

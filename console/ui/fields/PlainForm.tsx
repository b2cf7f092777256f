import type { ComponentProps } from "react";
import { Button, LinkButton } from "../Button.tsx";

type PlainFormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  onSubmit: () => void;
  /** Whether it can be sent now. A try that is under way is not sent again. Default: true. */
  isReady?: boolean;
};

/** A form that the console sends itself. */
export function PlainForm({ onSubmit, isReady = true, ...rest }: PlainFormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on from a dialog to the form around it.
        event.stopPropagation();
        if (isReady) onSubmit();
      }}
    />
  );
}

type FormButtonsProps = {
  /** Label of the button that submits. */
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** The action of "Cancel", or the path of the screen that it opens. */
  cancel: (() => void) | string;
};

/** The buttons at the end of a form. */
export function FormButtons({ submit, isPending, isDisabled = false, cancel }: FormButtonsProps) {
  return (
    <div className="actions">
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
      {typeof cancel === "string" ? (
        <LinkButton href={cancel}>Cancel</LinkButton>
      ) : (
        <Button onPress={cancel}>Cancel</Button>
      )}
    </div>
  );
}

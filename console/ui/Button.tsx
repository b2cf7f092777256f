import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Link as AriaLink,
  ToggleButton as AriaToggle,
  Tooltip,
  TooltipTrigger,
} from "react-aria-components";
import { useRouter } from "@tanstack/react-router";
import styles from "./Button.module.css";

type Look = { variant?: "primary" | "plain" | "quiet" | "danger"; size?: "normal" | "small" };
type ButtonProps = Look & {
  children: ReactNode;
  onPress?: () => void;
  isDisabled?: boolean;
  isPending?: boolean;
  type?: "button" | "submit";
  /** Tells a form's buttons apart. */
  value?: string;
  slot?: string;
  "aria-label"?: string;
};

function classOf({ variant = "plain", size = "normal" }: Look, extra = ""): string {
  return [styles["button"], styles[variant], styles[size], extra].join(" ");
}

/** A button. While `isPending`, it ignores presses and says so to screen readers. */
export function Button({ variant, size, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classOf({ ...(variant && { variant }), ...(size && { size }) })}>
      {children}
    </AriaButton>
  );
}

type ToggleProps = Pick<ButtonProps, "children" | "isDisabled"> & {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
};

/** A button that stays pressed until the next press. */
export function ToggleButton({ children, ...rest }: ToggleProps) {
  return (
    <AriaToggle {...rest} className={classOf({})}>
      {children}
    </AriaToggle>
  );
}

/** A square button with an icon. `label` names it for screen readers, and a tooltip shows it with its key. */
export function IconButton({ label, hotkey, children, ...rest }: ButtonProps & { label: string; hotkey?: string }) {
  const { variant = "quiet", size, ...press } = rest;
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <AriaButton {...press} aria-label={label} className={classOf({ variant, ...(size && { size }) }, styles["icon"])}>
        {children}
      </AriaButton>
      <Tooltip className={styles["tooltip"] ?? ""} offset={6}>
        {label}
        {hotkey !== undefined && <kbd>{hotkey}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** A link that saves a file, and looks like a button. `href` is a path of the API. */
export function DownloadButton({ href, variant, size, children }: Look & { href: string; children: ReactNode }) {
  return (
    <AriaLink className={classOf({ ...(variant && { variant }), ...(size && { size }) })} href={href} download="">
      {children}
    </AriaLink>
  );
}

/** A link that looks like a button. `href` is a path of the console. */
export function LinkButton({ href, variant, size, children }: Look & { href: string; children: ReactNode }) {
  const router = useRouter();
  return (
    <AriaLink
      className={classOf({ ...(variant && { variant }), ...(size && { size }) })}
      href={`${router.basepath.replace(/\/$/, "")}${href}`}
    >
      {children}
    </AriaLink>
  );
}

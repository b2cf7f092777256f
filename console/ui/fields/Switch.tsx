import { Switch as AriaSwitch } from "react-aria-components";
import type { ReactNode } from "react";
import styles from "./fields.module.css";

type SwitchProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
  isDisabled?: boolean;
};

/** An option that is on or off. */
export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={styles["switch"] ?? ""}>
      <span className={styles["track"]} aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}

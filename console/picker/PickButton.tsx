import { Crosshair } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { PickDialog } from "./PickDialog.tsx";
import type { PickUse } from "./Picker.tsx";
import styles from "./Picker.module.css";
import { usePickSource } from "./PickSource.tsx";

type PickButtonProps = {
  /** Words of the button. */
  label: string;
  uses: readonly PickUse[];
  isDisabled?: boolean;
};

/** A button that opens the picture of the page to pick an element. Nothing where no page can be picked on. */
export function PickButton({ label, uses, isDisabled = false }: PickButtonProps) {
  const source = usePickSource();
  const [isOpen, setOpen] = useState(false);
  if (source === null) return null;
  return (
    <div className={styles["open"]}>
      <Button size="small" onPress={() => setOpen(true)} isDisabled={isDisabled}>
        <Crosshair aria-hidden="true" /> {label}
      </Button>
      {isOpen && <PickDialog source={source} uses={uses} onClose={() => setOpen(false)} />}
    </div>
  );
}

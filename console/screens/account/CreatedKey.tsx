import { Copy } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../api/toasts.ts";
import styles from "./Account.module.css";

/** A new key. It leaves the screen for good when the dialog closes. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const copy = (): void => copyText(apiKey, "The key is in the clipboard.", "Select and copy the key.");
  return (
    <div className="stack-4">
      <p role="status">Copy the key now. It is not shown again.</p>
      <code className={styles["key"]}>{apiKey}</code>
      <div className="actions">
        <Button variant="primary" onPress={copy}>
          <Copy aria-hidden="true" /> Copy the key
        </Button>
        <Button onPress={onClose}>Done</Button>
      </div>
    </div>
  );
}

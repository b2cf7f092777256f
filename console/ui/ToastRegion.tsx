import { X } from "lucide-react";
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { Button } from "./Button.tsx";
import { messages } from "../api/toasts.ts";
import styles from "./ToastRegion.module.css";

/** The messages after actions, announced to screen readers. F6 moves the focus to them. */
export function Toasts() {
  return (
    <ToastRegion queue={messages} className={styles["region"] ?? ""} aria-label="Messages">
      {({ toast }) => (
        <Toast toast={toast} className={`${styles["toast"]} ${styles[toast.content.tone ?? "good"]}`}>
          <ToastContent className={styles["content"] ?? ""}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.undo !== undefined && (
            <Button
              size="small"
              onPress={() => {
                toast.content.undo?.();
                messages.close(toast.key);
              }}
            >
              Undo
            </Button>
          )}
          <AriaButton slot="close" aria-label="Close the message" className={styles["close"] ?? ""}>
            <X aria-hidden="true" />
          </AriaButton>
        </Toast>
      )}
    </ToastRegion>
  );
}

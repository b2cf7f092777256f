import { Copy } from "lucide-react";
import { Button } from "./Button.tsx";
import { showDone, showError } from "../api/toasts.ts";

/** Copies a text. `label` names the text: "curl" gives "Copy as curl". */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = (): void =>
    void navigator.clipboard
      .writeText(text)
      .then(() => showDone(`Copied as ${label}.`))
      .catch(() => showError(new Error("The browser did not allow access to the clipboard.")));
  return (
    <Button size="small" onPress={copy}>
      <Copy aria-hidden="true" /> Copy as {label}
    </Button>
  );
}

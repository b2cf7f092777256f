import { Copy } from "lucide-react";
import { copyText } from "../api/toasts.ts";
import { Button } from "./Button.tsx";

/** Copies a text. `label` names the text: "curl" gives "Copy as curl". */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <Button size="small" onPress={() => copyText(text, `Copied as ${label}.`)}>
      <Copy aria-hidden="true" /> Copy as {label}
    </Button>
  );
}

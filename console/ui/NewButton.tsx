import { useNavigate } from "@tanstack/react-router";
import { useHotkeys } from "../document/hotkeys.tsx";
import { LinkButton } from "./Button.tsx";

/** Opens the form that makes a thing, by a button or by N. `title` is that of the screen's keys. */
export function NewButton({ title, label, href }: { title: string; label: string; href: string }) {
  const navigate = useNavigate();
  useHotkeys(title, [{ keys: "n", label, run: () => void navigate({ to: href }) }]);
  return (
    <LinkButton href={href} variant="primary">
      {label}
    </LinkButton>
  );
}

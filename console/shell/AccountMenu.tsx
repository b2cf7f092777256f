import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import type { CurrentSession } from "#schemas/session.ts";
import { wf } from "../api/client.ts";
import { forgetAccount } from "../api/session.ts";
import styles from "./AccountMenu.module.css";
import { applyTheme, readTheme, type Theme } from "./theme.ts";

const themes: readonly [Theme, string][] = [
  ["system", "Theme: as the device"],
  ["light", "Theme: light"],
  ["dark", "Theme: dark"],
];

/** The menu of the account: its address, the theme, the documentation, and log-out. */
export function AccountMenu({ session, onShowKeys }: { session: CurrentSession; onShowKeys: () => void }) {
  const [theme, setTheme] = useState(readTheme);
  const logOut = useLogOut();
  const choose = (id: string): void => {
    if (id === "log-out") logOut();
    if (id === "keys") onShowKeys();
    const chosen = themes.find(([name]) => name === id)?.[0];
    if (chosen === undefined) return;
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <MenuTrigger>
      <Button className={styles["button"] ?? ""}>
        <span className={styles["who"]}>
          <strong>{session.account.email}</strong>
          <span>Key “{session.key.name}”</span>
        </span>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      <Popover placement="top start" className={styles["popover"] ?? ""}>
        <Menu onAction={(id) => choose(String(id))} className={styles["menu"] ?? ""} aria-label="Account">
          {themes.map(([id, label]) => (
            <MenuItem key={id} id={id} className={styles["item"] ?? ""} aria-label={label}>
              {label}
              {theme === id && " ✓"}
            </MenuItem>
          ))}
          <Separator className={styles["line"] ?? ""} />
          <MenuItem id="keys" className={styles["item"] ?? ""}>
            Keys
          </MenuItem>
          <MenuItem href="/docs" target="_blank" className={styles["item"] ?? ""}>
            API documentation
          </MenuItem>
          <MenuItem id="log-out" className={styles["item"] ?? ""}>
            Log out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function useLogOut(): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => wf.sessions.endCurrent(),
    onSuccess: () => forgetAccount(client),
  });
  return () => mutate();
}

import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useLiveUpdates } from "../api/liveUpdates.ts";
import { sessionQuery } from "../api/session.ts";
import { IconButton } from "../ui/Button.tsx";
import { Modal } from "../ui/dialogs/Modal.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { CommandPalette } from "./CommandPalette.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { setWaitingChanges } from "../document/title.ts";
import { waitingQuery } from "../screens/review/queries.ts";
import { describeKeys, useHotkeys } from "../document/hotkeys.tsx";
import { KeyList } from "./KeyList.tsx";
import { Navigation } from "./Navigation.tsx";
import { places } from "./places.ts";
import styles from "./Shell.module.css";

/** Hotkeys that work on every screen. */
function useShellHotkeys(open: { palette: () => void; keys: () => void }): void {
  const navigate = useNavigate();
  useHotkeys("Everywhere", [
    { keys: "mod+k", label: "Find a place, a monitor or an action", run: open.palette },
    { keys: "?", label: "Show all keys", run: open.keys },
  ]);
  useHotkeys(
    "Go to",
    places
      .flat()
      .flatMap(({ path, label, hotkey }) =>
        hotkey === undefined ? [] : [{ keys: `g ${hotkey}`, label, run: () => void navigate({ to: path }) }],
      ),
  );
}

/** The frame of every screen after log-in: navigation, palette, list of keys and the account's menu. */
export function Shell() {
  const [shownPanel, setShownPanel] = useState<"palette" | "keys" | "navigation" | null>(null);
  const { data: session } = useQuery(sessionQuery);
  const isLoggedIn = session !== null && session !== undefined;
  const close = (): void => setShownPanel(null);
  useLiveUpdates();
  // After a log-out the API refuses this call.
  const { data: waiting } = useQuery({ ...waitingQuery, enabled: isLoggedIn });
  useEffect(() => setWaitingChanges(waiting?.total ?? 0), [waiting?.total]);
  useShellHotkeys({ palette: () => setShownPanel("palette"), keys: () => setShownPanel("keys") });
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#content">
        Skip to the content
      </a>
      <aside className={styles["sidebar"]} aria-label="Navigation and account">
        <Brand />
        <FindButton onPress={() => setShownPanel("palette")} />
        <Navigation />
        {isLoggedIn && <AccountMenu session={session} onShowKeys={() => setShownPanel("keys")} />}
      </aside>
      <header className={styles["topbar"]}>
        <IconButton label="Open the navigation" onPress={() => setShownPanel("navigation")}>
          <Menu aria-hidden="true" />
        </IconButton>
        <Brand />
        <IconButton label="Find" onPress={() => setShownPanel("palette")}>
          <Search aria-hidden="true" />
        </IconButton>
      </header>
      <main id="content" tabIndex={-1} className={styles["main"]}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <Modal title="Navigation" isOpen={shownPanel === "navigation"} onClose={close} place="side" hidesTitle>
        <div className={styles["drawer"]}>
          <Brand />
          <Navigation onChoose={close} />
          {isLoggedIn && <AccountMenu session={session} onShowKeys={() => setShownPanel("keys")} />}
        </div>
      </Modal>
      <CommandPalette isOpen={shownPanel === "palette"} onClose={close} onShowKeys={() => setShownPanel("keys")} />
      <KeyList isOpen={shownPanel === "keys"} onClose={close} />
    </div>
  );
}

function Brand() {
  return (
    <div className={styles["brand"]}>
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="24" height="24" />
      Watchframe
    </div>
  );
}

function FindButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className={styles["find"]} onClick={onPress}>
      <Search aria-hidden="true" />
      Find
      <kbd>{describeKeys("mod+k")}</kbd>
    </button>
  );
}

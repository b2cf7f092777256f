import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Autocomplete,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Header,
  SearchField,
  useFilter,
} from "react-aria-components";
import { monitorsQuery } from "../api/queries.ts";
import { Modal } from "../ui/dialogs/Modal.tsx";
import { places } from "./places.ts";
import { applyTheme } from "./theme.ts";
import styles from "./CommandPalette.module.css";

type Command = { id: string; label: string; run: () => void };
type Group = { title: string; commands: Command[] };
type PaletteProps = { isOpen: boolean; onClose: () => void; onShowKeys: () => void };

/** Finds places, actions and monitors by a few letters. */
export function CommandPalette({ isOpen, onClose, onShowKeys }: PaletteProps) {
  return (
    <Modal title="Find" isOpen={isOpen} onClose={onClose} place="top" hidesTitle>
      <Commands onClose={onClose} onShowKeys={onShowKeys} />
    </Modal>
  );
}

function Commands({ onClose, onShowKeys }: Omit<PaletteProps, "isOpen">) {
  const { contains } = useFilter({ sensitivity: "base" });
  const groups = useCommands(onShowKeys);
  const byId = new Map(groups.flatMap(({ commands }) => commands).map((command) => [command.id, command]));
  const run = (id: string): void => {
    onClose();
    byId.get(id)?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label="Find a place, a monitor or an action" autoFocus className={styles["field"] ?? ""}>
        <Input placeholder="Find a place, a monitor or an action" className={styles["input"] ?? ""} />
      </SearchField>
      <Menu
        aria-label="Results"
        className={styles["results"] ?? ""}
        onAction={(id) => run(String(id))}
        renderEmptyState={() => <p className={styles["empty"]}>Nothing has this name.</p>}
      >
        {groups.map(({ title, commands }) => (
          <MenuSection key={title} className={styles["group"] ?? ""}>
            <Header className={styles["title"] ?? ""}>{title}</Header>
            {commands.map(({ id, label }) => (
              <MenuItem key={id} id={id} textValue={label} className={styles["item"] ?? ""}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function useCommands(onShowKeys: () => void): Group[] {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate({ to: path });
  const { data } = useInfiniteQuery(monitorsQuery());
  const monitors = (data?.pages ?? []).flatMap((page) => page.monitors);
  const actions: Command[] = [
    { id: "new-render", label: "Render a page", run: go("/renders/new") },
    { id: "new-crawl", label: "Crawl a site", run: go("/crawls/new") },
    { id: "new-schedule", label: "Schedule a render", run: go("/schedules/new") },
    { id: "new-monitor", label: "Watch a page", run: go("/monitors/new") },
    { id: "many-monitors", label: "Watch many pages", run: go("/monitors/many") },
    { id: "new-preset", label: "New preset", run: go("/presets/new") },
    { id: "keys", label: "Show all keys", run: onShowKeys },
    { id: "theme-light", label: "Theme: light", run: () => applyTheme("light") },
    { id: "theme-dark", label: "Theme: dark", run: () => applyTheme("dark") },
    { id: "theme-system", label: "Theme: as the device", run: () => applyTheme("system") },
  ];
  return [
    { title: "Places", commands: places.flat().map(({ path, label }) => ({ id: path, label, run: go(path) })) },
    { title: "Actions", commands: actions },
    ...(monitors.length === 0
      ? []
      : [
          {
            title: "Monitors",
            commands: monitors.map(({ id, name }) => ({ id, label: name, run: go(`/monitors/${id}`) })),
          },
        ]),
  ];
}

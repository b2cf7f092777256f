import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

/**
 * A hotkey: the key that the keyboard prints (so it works on every layout), or a sequence like "g m". "mod" is Cmd on a
 * Mac and Ctrl elsewhere. `group` is its heading in the list of keys.
 */
export type Hotkey = { keys: string; label: string; group: string; run: () => void };

type Registry = {
  add(hotkey: Hotkey): () => void;
  list(): readonly Hotkey[];
  subscribe(listener: () => void): () => void;
};

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceMs = 1_200;
const isMac = navigator.platform.startsWith("Mac");
const HotkeyContext = createContext<Registry | null>(null);

function createRegistry(): Registry {
  let hotkeys: readonly Hotkey[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Hotkey[]): void => {
    hotkeys = next;
    for (const notify of listeners) notify();
  };
  return {
    add(hotkey) {
      // The newest comes first, so a dialog's keys win over those of the screen below.
      set([hotkey, ...hotkeys]);
      return () => set(hotkeys.filter((other) => other !== hotkey));
    },
    list: () => hotkeys,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the person types text, so that single keys must not act. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const { tagName } = target;
  const isText = target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
  return isText || tagName === "TEXTAREA" || tagName === "SELECT" || target.isContentEditable;
}

/** Whether a modal dialog is open. Keys of the screen below must not act then. */
function isModalOpen(): boolean {
  return document.querySelector("[role=dialog][aria-modal=true], .modal-open, [data-modal]") !== null;
}

function keyOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return mod ? `mod+${name}` : name;
}

/** Runs the hotkeys that the shown components registered. */
export function HotkeyProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  useEffect(() => {
    let first = { key: "", at: 0 };
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = keyOf(event);
      if (event.altKey || event.defaultPrevented || (!key.startsWith("mod+") && (isTyping(event) || isModalOpen())))
        return;
      const recent = event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : "";
      const found =
        registry.list().find(({ keys }) => keys === recent) ?? registry.list().find(({ keys }) => keys === key);
      first = { key, at: event.timeStamp };
      if (found === undefined) return;
      event.preventDefault();
      first = { key: "", at: 0 };
      found.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [registry]);
  return <HotkeyContext.Provider value={registry}>{children}</HotkeyContext.Provider>;
}

function useRegistry(): Registry {
  const registry = useContext(HotkeyContext);
  if (registry === null) throw new Error("Hotkeys need a HotkeyProvider.");
  return registry;
}

/** Registers hotkeys while the component is shown. The keys and labels must stay the same; `run` may change. */
export function useHotkeys(group: string, hotkeys: readonly Omit<Hotkey, "group">[]): void {
  const registry = useRegistry();
  const latest = useRef(hotkeys);
  // Before the screen is drawn: a key that it names works at once.
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });
  const names = hotkeys.map(({ keys, label }) => `${keys}\t${label}`).join("\n");
  useLayoutEffect(() => {
    const removals = names.split("\n").map((line, index) => {
      const [keys = "", label = ""] = line.split("\t");
      return registry.add({ keys, label, group, run: () => latest.current[index]?.run() });
    });
    return () => removals.forEach((remove) => remove());
  }, [registry, group, names]);
}

/** All registered hotkeys, for the list of keys. */
export function useHotkeyList(): readonly Hotkey[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** The key as people read it: "⌘ K" or "Ctrl K", "g then m". */
export function describeKeys(keys: string): string {
  const names: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };
  const one = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (keys.startsWith("mod+")) return `${isMac ? "⌘" : "Ctrl"} ${one(keys.slice(4))}`;
  return keys === " " ? "Space" : keys.split(" ").map(one).join(" then ");
}

/** How the two pictures are shown. */
export const viewModes = [
  { id: "side", label: "Side by side", hotkey: "1" },
  { id: "swipe", label: "Swipe", hotkey: "2" },
  { id: "onion", label: "Onion skin", hotkey: "3" },
  { id: "blink", label: "Blink", hotkey: "4" },
  { id: "overlay", label: "Overlay", hotkey: "5" },
  { id: "heatmap", label: "Heatmap", hotkey: "6" },
  { id: "mask", label: "Mask", hotkey: "7" },
] as const;

export type ViewMode = (typeof viewModes)[number]["id"];

/** Whether a text of the address names a mode. */
export function isViewMode(text: unknown): text is ViewMode {
  return viewModes.some(({ id }) => id === text);
}

/** Modes that need the mask of the changed pixels. */
export const maskModes: ReadonlySet<ViewMode> = new Set(["overlay", "heatmap", "mask"]);

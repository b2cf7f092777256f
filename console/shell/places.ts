import { Camera, Eye, LayoutDashboard, type LucideIcon, MonitorSmartphone } from "lucide-react";

/** A place in the navigation. `hotkey` follows `g`. */
export type Place = { path: string; label: string; icon: LucideIcon; hotkey?: string };

/** The console's places, in groups. The sidebar, the palette and the hotkeys all read this. */
export const places: readonly (readonly Place[])[] = [
  [
    { path: "/", label: "Overview", icon: LayoutDashboard, hotkey: "o" },
    { path: "/monitors", label: "Monitors", icon: Eye, hotkey: "m" },
  ],
  [{ path: "/renders", label: "Renders", icon: Camera, hotkey: "r" }],
  [{ path: "/sessions", label: "Sessions", icon: MonitorSmartphone }],
];

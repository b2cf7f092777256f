import {
  Bell,
  CalendarClock,
  Camera,
  ChartColumn,
  Columns2,
  Eye,
  Inbox,
  KeyRound,
  Layers,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  MonitorSmartphone,
  Network,
  Send,
  SlidersHorizontal,
} from "lucide-react";

/** A place in the navigation. `hotkey` follows `g`. */
export type Place = { path: string; label: string; icon: LucideIcon; hotkey?: string };

/** The console's places, in groups. The sidebar, the palette and the hotkeys all read this. */
export const places: readonly (readonly Place[])[] = [
  [
    { path: "/", label: "Overview", icon: LayoutDashboard, hotkey: "o" },
    { path: "/review", label: "To review", icon: Inbox, hotkey: "v" },
    { path: "/monitors", label: "Monitors", icon: Eye, hotkey: "m" },
  ],
  [
    { path: "/renders", label: "Renders", icon: Camera, hotkey: "r" },
    { path: "/presets", label: "Presets", icon: SlidersHorizontal, hotkey: "p" },
    { path: "/comparisons", label: "Comparisons", icon: Columns2, hotkey: "i" },
    { path: "/batches", label: "Batches", icon: Layers, hotkey: "b" },
    { path: "/crawls", label: "Crawls", icon: Network, hotkey: "c" },
    { path: "/schedules", label: "Schedules", icon: CalendarClock, hotkey: "s" },
  ],
  [
    { path: "/deliveries", label: "Deliveries", icon: Send, hotkey: "d" },
    { path: "/alerts", label: "Alerts", icon: Bell, hotkey: "a" },
  ],
  [
    { path: "/usage", label: "Usage", icon: ChartColumn, hotkey: "u" },
    { path: "/access", label: "Access", icon: LockKeyhole },
    { path: "/keys", label: "API keys", icon: KeyRound, hotkey: "k" },
    { path: "/sessions", label: "Sessions", icon: MonitorSmartphone },
  ],
];

import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import { sessionQuery } from "../api/session.ts";
import { Toasts } from "../ui/ToastRegion.tsx";
import { HotkeyProvider } from "../document/hotkeys.tsx";

/** The frame of all screens, log-in included. */
export function RootFrame() {
  const navigate = useNavigate();
  useLoginWhenEnded();
  return (
    <RouterProvider navigate={(path) => void navigate({ href: path })}>
      <HotkeyProvider>
        <Outlet />
        <Toasts />
      </HotkeyProvider>
    </RouterProvider>
  );
}

/** Opens the log-in as soon as the session has ended, and afterwards returns to the same screen. */
function useLoginWhenEnded(): void {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { pathname, href } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null && pathname !== "/login") void navigate({ to: "/login", search: { next: href } });
  }, [session, pathname, href, navigate]);
}

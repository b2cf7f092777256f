import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env["WATCHFRAME_PUBLIC_URL"] ?? "http://127.0.0.1:3000";

/** Builds the console into `console/dist`. `vite` alone serves it for development beside a running stack. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react()],
  build: {
    target: "es2023",
    // Data addresses would not pass the policy for fonts.
    assetsInlineLimit: 0,
    // The polyfill is an inline script in effect; every supported browser preloads modules.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      [
        "/render",
        "/jobs",
        "/status",
        "/retry",
        "/crawl",
        "/sessions",
        "/events",
        "/usage",
        "/account",
        "/webhook-deliveries",
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});

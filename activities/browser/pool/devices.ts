import { KnownDevices, type Viewport } from "puppeteer";
import type { DeviceName } from "#schemas/renders/devices.ts";

/** Emulated screen of a page. Without `userAgent` the page has the browser's own. */
export type DeviceProfile = { viewport: Required<Viewport>; userAgent?: string };

const desktop = (width: number, height: number, deviceScaleFactor = 1): DeviceProfile => ({
  viewport: { width, height, deviceScaleFactor, isMobile: false, hasTouch: false, isLandscape: false },
});

/** Desktop screens, which puppeteer's device table lacks. */
const desktops = {
  "desktop-hd": desktop(1280, 720),
  "desktop-full-hd": desktop(1920, 1080),
  "desktop-qhd": desktop(2560, 1440),
  laptop: desktop(1366, 768),
  "laptop-retina": desktop(1440, 900, 2),
} as const satisfies Partial<Record<DeviceName, DeviceProfile>>;

/** API name of a device: `Galaxy S9+ landscape` → `galaxy-s9-plus-landscape`. */
export function kebabDeviceName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("+", "-plus")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}

/** All devices of puppeteer's table and all desktop screens, keyed by API name. */
export function deviceTable(): Map<string, DeviceProfile> {
  const table = new Map<string, DeviceProfile>(Object.entries(desktops));
  for (const [name, device] of Object.entries(KnownDevices)) {
    const {
      width,
      height,
      deviceScaleFactor = 1,
      isMobile = false,
      hasTouch = false,
      isLandscape = false,
    } = device.viewport;
    table.set(kebabDeviceName(name), {
      viewport: { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape },
      userAgent: device.userAgent,
    });
  }
  return table;
}

/** Viewport of a fresh page. A job sends only what differs. */
export const initialViewport = {
  width: 1280,
  height: 720,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
} as const;

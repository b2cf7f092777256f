import { expect } from "chai";
import { KnownDevices } from "puppeteer";
import { deviceTable, kebabDeviceName } from "#activities/browser/pool/devices.ts";
import { type DeviceName, deviceNames, deviceViewports } from "#schemas/renders/devices.ts";
import { useBrowser } from "./support.ts";

describe("device names", () => {
  it("are the same in the vocabulary and in the browser's table", () => {
    expect([...deviceTable().keys()].toSorted()).to.deep.equal([...deviceNames].toSorted());
  });

  it("have the same viewports there", () => {
    const inBrowser = [...deviceTable()].map(([name, { viewport }]) => [name, [viewport.width, viewport.height]]);
    expect(Object.fromEntries(inBrowser)).to.deep.equal(deviceViewports);
  });

  for (const [name, kebab] of [
    ["Galaxy S9+ landscape", "galaxy-s9-plus-landscape"],
    ["iPad Pro 11", "ipad-pro-11"],
    ["iPhone SE (3rd gen)", "iphone-se-3rd-gen"],
    ["Pixel 4a (5G)", "pixel-4a-5g"],
  ] as const) {
    it(`${name} is ${kebab}`, () => {
      expect(kebabDeviceName(name)).to.equal(kebab);
    });
  }
});

type Screen = { width: number; height: number; scale: number; touch: boolean; agent: string | null };

const desktop = (width: number, height: number, scale = 1): Screen => ({
  width,
  height,
  scale,
  touch: false,
  agent: null,
});

/** Expected screen per device: our own choice for desktops, puppeteer's table for the others. */
const screens = new Map<string, Screen>([
  ["desktop-hd", desktop(1280, 720)],
  ["desktop-full-hd", desktop(1920, 1080)],
  ["desktop-qhd", desktop(2560, 1440)],
  ["laptop", desktop(1366, 768)],
  ["laptop-retina", desktop(1440, 900, 2)],
  ...Object.entries(KnownDevices).map(([name, { viewport, userAgent }]): [string, Screen] => {
    const { width, height, deviceScaleFactor: scale = 1, hasTouch: touch = false } = viewport;
    return [kebabDeviceName(name), { width, height, scale, touch, agent: userAgent }];
  }),
]);

describe("capture: every device", () => {
  const browser = useBrowser();
  let url: string;
  before(() => {
    url = browser.site.page("/", `<meta name=viewport content="width=device-width"><body>`);
  });

  const probe = `({ width: innerWidth, height: innerHeight, scale: devicePixelRatio, touch: navigator.maxTouchPoints > 0 && "ontouchstart" in window, agent: navigator.userAgent })`;

  async function problems(device: DeviceName): Promise<string[]> {
    const wanted = screens.get(device);
    if (wanted === undefined) return [`${device} is in no table`];
    const screenshot = { format: "jpg", quality: 1, fullPage: false } as const;
    const { probed, screenshot: picture } = await browser.capture({ url, device, screenshot }, { probe });
    const seen = probed as Screen;
    const size = [Math.round(wanted.width * wanted.scale), Math.round(wanted.height * wanted.scale)];
    const checks = {
      viewport: seen.width === wanted.width && seen.height === wanted.height,
      scale: Math.abs(seen.scale - wanted.scale) < 0.001,
      touch: seen.touch === wanted.touch,
      agent:
        wanted.agent === null ? (seen.agent ?? "").startsWith("Mozilla/5.0 (X11; Linux") : seen.agent === wanted.agent,
      picture:
        Math.abs((picture?.width ?? 0) - (size[0] ?? 0)) <= 1 && Math.abs((picture?.height ?? 0) - (size[1] ?? 0)) <= 1,
    };
    return Object.entries(checks).flatMap(([what, isTrue]) =>
      isTrue ? [] : [`${device}: ${what}, ${JSON.stringify(seen)}`],
    );
  }

  it("has its own viewport, scale, touch, user agent and size of picture", async function () {
    this.timeout(120_000);
    const found = await Promise.all(deviceNames.map((device) => problems(device)));
    expect(found.flat()).to.deep.equal([]);
  });
});

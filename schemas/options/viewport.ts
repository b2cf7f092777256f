import { Type } from "typebox";
import { literals, Theme } from "../common.ts";
import { DeviceName } from "../renders/devices.ts";
import { everywhere, option } from "./option.ts";
import { side } from "./schemas.ts";

/** The size of the viewport, and how the page looks in it. */
export const viewport = {
  device: option({ schema: DeviceName, label: "Device", in: everywhere, common: true }),
  width: option({ schema: side(3840, 1280), label: "Width", in: everywhere, common: true }),
  height: option({ schema: side(2160, 720), label: "Height", in: everywhere, common: true }),
  deviceScaleFactor: option({
    schema: Type.Number({
      minimum: 1,
      maximum: 3,
      multipleOf: 0.25,
      default: 1,
      description: "Pixels of the picture for each CSS pixel. A device has its own.",
    }),
    label: "Pixels per CSS pixel",
    in: everywhere,
  }),
  theme: option({
    schema: literals(Theme.enum, { default: "light", description: "Colors that the page is asked for." }),
    label: "Theme",
    in: everywhere,
    common: true,
  }),
};

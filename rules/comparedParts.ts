import type { MonitorCapture } from "#schemas/monitor/capture.ts";

/** Whether runs open the page in a browser. */
export function needsBrowser({ fetch }: Pick<MonitorCapture, "fetch">): boolean {
  return fetch !== "http";
}

/** Whether runs take a picture of the page. */
export function takesPicture(capture: Pick<MonitorCapture, "fetch" | "picture">): boolean {
  return needsBrowser(capture) && capture.picture !== false;
}

type ChangeOn = { changeOn?: MonitorCapture["changeOn"] | undefined };

/** Whether runs compare their picture with the baseline's. */
export function comparesPictures({ changeOn = "picture" }: ChangeOn): boolean {
  return changeOn === "picture" || changeOn === "either";
}

/** Whether runs compare the page's regions, which are parts of the picture. */
export function comparesRegions({ regions = false, changeOn }: Pick<MonitorCapture, "regions"> & ChangeOn): boolean {
  return regions && comparesPictures({ changeOn });
}

/** A capture with a default, and what decides whether the default fits. */
export type CaptureWithDefault = {
  /** The value of an option that replies show; undefined without one. */
  option: (name: string) => unknown;
  /** Whether an option also holds for a page that is fetched without a browser. */
  holdsByHttp: (name: string) => boolean;
};

/** Options of the comparison of words. */
const ofWords: ReadonlySet<string> = new Set(["ignoreText", "ignoreOrder", "onlyAdded", "onlyRemoved"]);
/** Options that a device brings itself. */
const ofDevice = ["width", "height", "deviceScaleFactor"];
const isOfDevice: ReadonlySet<string> = new Set(["device", ...ofDevice]);

/**
 * Whether the default `name` has an effect on a monitor's captures and contradicts no other option of theirs. One that does not
 * fit is left out, as a run must not fail by it.
 */
export function captureFits(name: string, { option, holdsByHttp }: CaptureWithDefault): boolean {
  const byHttp = option("fetch") === "http";
  if (byHttp && !holdsByHttp(name)) return false;
  if (ofWords.has(name) && option("text") !== true) return false;
  if (isOfDevice.has(name)) {
    return option("device") === undefined || ofDevice.every((each) => option(each) === undefined);
  }
  switch (name) {
    case "ignoreRegions":
      return !byHttp || namesElements(option(name));
    case "onlyAdded":
    case "onlyRemoved":
      return option("onlyAdded") !== true || option("onlyRemoved") !== true;
    case "omitBackground":
    case "format":
      return option("omitBackground") !== true || option("format") === "png";
    case "delay":
    case "timeout":
      return numberOr(option("delay"), 0) <= numberOr(option("timeout"), 30) / 2;
    default:
      return true;
  }
}

/** Whether ignored areas are elements. Without a picture there are no rectangles. */
function namesElements(areas: unknown): boolean {
  return Array.isArray(areas) && areas.every((area) => typeof area === "object" && area !== null && "selector" in area);
}

function numberOr(value: unknown, standard: number): number {
  return typeof value === "number" ? value : standard;
}

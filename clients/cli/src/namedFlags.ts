import type { Flag } from "./flags.ts";
import { captureFlags } from "./generated/captureFlags.ts";

/** A flag that sets an option of a capture. */
type CaptureFlag = Flag & {
  field: string;
  /** The property of the field's object that the flag sets. */
  part?: string;
  /** Requests that lack the option. */
  notIn?: readonly CaptureUse[];
};

/** The request that a command makes of the flags. */
export type CaptureUse = "render" | "batch" | "comparison" | "crawl" | "monitor" | "recurring";

type GeneratedFlag = Omit<CaptureFlag, "flag"> & { flag?: string };
const generated: readonly GeneratedFlag[] = captureFlags;

/** The flags of captures. A flag without another name has that of its field, in kebab case. */
export const namedFlags: readonly CaptureFlag[] = generated.map((flag) => {
  const path = flag.part === undefined ? flag.field : `${flag.field}-${flag.part}`;
  return { ...flag, flag: flag.flag ?? `--${path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` };
});

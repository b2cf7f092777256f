import { useState } from "react";
import { withQuery } from "../api/withQuery.ts";
import styles from "./Picture.module.css";

/** Rows of a slice, as the API cuts pictures. */
export const sliceRows = 2048;

/** Widths that the API makes. A picture asks for the smallest one that is sharp at its size. */
const widths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
type PictureWidth = (typeof widths)[number];

type PictureProps = {
  /** Path of the output, such as `/jobs/…/outputs/screenshot`. */
  path: string;
  /** Describes the picture. Empty if the text beside it says the same. */
  alt: string;
  width: PictureWidth;
  /** Shape of the box: width by height. The picture fills it from its top. Default: 4 by 3. */
  shape?: string;
  /** Whether there may be a picture. Runs of text and values take none. Default: true. */
  isTaken?: boolean;
  /** Whether the picture loads at once. Default: when it comes into view. */
  isFirst?: boolean;
};

/** A scaled picture of an output in a box of a fixed shape, so that nothing moves when it arrives. */
export function Picture({ path, alt, width, shape = "4 / 3", isTaken = true, isFirst = false }: PictureProps) {
  const [state, setState] = useState<"loading" | "shown" | "missing">(isTaken ? "loading" : "missing");
  return (
    <span className={styles["box"]} style={{ aspectRatio: shape }} data-state={state}>
      {state === "missing" ? (
        <span className={styles["missing"]}>{isTaken ? "No picture" : "Words alone"}</span>
      ) : (
        <img
          src={withQuery(path, { width, as: "webp", slice: 0 })}
          alt={alt}
          loading={isFirst ? "eager" : "lazy"}
          decoding="async"
          onLoad={() => setState("shown")}
          onError={() => setState("missing")}
        />
      )}
    </span>
  );
}

/** Path of a picture of a monitor's run. */
export function runPicturePath(monitorId: string, runId: string, name = "screenshot"): string {
  return `/render/monitors/${monitorId}/runs/${runId}/outputs/${name}`;
}

/** Path of an output of a job. */
export function jobOutputPath(jobId: string, name: string): string {
  return `/jobs/${jobId}/outputs/${name}`;
}

import { type UIEvent, useLayoutEffect, useRef, useState } from "react";
import { withQuery } from "../api/withQuery.ts";
import { sliceRows } from "./Picture.tsx";
import styles from "./TallPicture.module.css";

/** Widths that the API scales to. Narrower pictures keep their width. */
const widths = [320, 480, 640, 960, 1280] as const;
const maxWidthPx = 1280;

type TallPictureProps = {
  /** Path of the output, such as `/jobs/…/outputs/screenshot`. */
  path: string;
  /** Describes the picture, and says that it opens the full size. */
  alt: string;
  /** Size of the picture in pixels. */
  width: number;
  height: number;
};

/** Shares of the picture's height, 0 to 1. */
type Span = { from: number; to: number };

/** A whole picture that scrolls in a box. Only the slices near the shown part are in the page. */
export function TallPicture({ path, alt, width, height }: TallPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [boxWidth, setBoxWidth] = useState(0);
  useLayoutEffect(() => setBoxWidth(box.current?.clientWidth ?? 0), []);
  // The smallest width that is sharp in the box, because each decoded slice takes 4 bytes per pixel.
  const wantedWidth = widths.find((one) => one >= boxWidth * devicePixelRatio) ?? maxWidthPx;
  const scaledWidth = Math.min(width, wantedWidth);
  const rows = Math.max(1, Math.round((height * scaledWidth) / width));
  // Until it scrolls, the box shows the top. It is seldom taller than twice its width.
  const [near, setNear] = useState<Span>({ from: 0, to: (2 * width) / height });
  const slices = boxWidth === 0 ? [] : slicesIn(near, rows);
  const scroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    // One more box above and below, so that scrolling shows no gaps.
    const next = { from: (scrollTop - clientHeight) / scrollHeight, to: (scrollTop + 2 * clientHeight) / scrollHeight };
    if (slicesIn(next, rows).join() !== slices.join()) setNear(next);
  };
  return (
    <div ref={box} className={styles["box"]} onScroll={scroll} role="group" aria-label="The whole picture">
      <a
        href={path}
        target="_blank"
        rel="noreferrer"
        className={styles["picture"]}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {slices.map((slice, index) => (
          <img
            key={slice}
            src={withQuery(path, { width: wantedWidth, as: "webp", slice })}
            alt={index === 0 ? alt : ""}
            decoding="async"
            style={placeOf(slice, rows)}
          />
        ))}
      </a>
    </div>
  );
}

/** The numbers of the slices that a span touches. */
function slicesIn({ from, to }: Span, rows: number): number[] {
  const count = Math.ceil(rows / sliceRows);
  const first = Math.max(0, Math.floor((from * rows) / sliceRows));
  const end = Math.min(count, Math.floor((to * rows) / sliceRows) + 1);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

/** The place of a slice. It reaches one pixel below its end, because broken pixels would leave a seam. */
function placeOf(slice: number, rows: number): { top: string; height: string } {
  const start = slice * sliceRows;
  const shown = Math.min(sliceRows, rows - start);
  const isLast = start + shown >= rows;
  const height = `${(shown / rows) * 100}%`;
  return { top: `${(start / rows) * 100}%`, height: isLast ? height : `calc(${height} + 1px)` };
}

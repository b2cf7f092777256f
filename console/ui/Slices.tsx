import { withQuery } from "../api/withQuery.ts";
import { sliceRows } from "./Picture.tsx";
import styles from "./Slices.module.css";

/** A picture whose slices lie below each other. The browser loads those in view. */
export function Slices({ path, width, height }: { path: string; width: number; height: number }) {
  const count = Math.ceil(height / sliceRows);
  return Array.from({ length: count }, (_, slice) => (
    <img
      key={slice}
      className={styles["slice"]}
      src={withQuery(path, { slice, as: "webp" })}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      width={width}
      height={Math.min(sliceRows, height - slice * sliceRows)}
    />
  ));
}

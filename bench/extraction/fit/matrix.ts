import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sample } from "./samples.ts";

/** Samples as the fitting program reads them: 32-bit numbers, row by row. The last two columns are label and weight. */
export type Matrix = { add(samples: readonly Sample[]): void; write(directory: string): Promise<number> };

/** An empty matrix. `write` stores `samples.f32` and `features.json`, and returns the number of rows. */
export function createMatrix(): Matrix {
  const columns = new Map<string, number>();
  const rows: { entries: [column: number, value: number][]; label: number; weight: number }[] = [];
  return {
    add(samples) {
      for (const { features, label, weight } of samples) {
        const entries: [number, number][] = [];
        for (const [name, value] of Object.entries(features)) {
          if (value === 0) continue;
          const column = columns.get(name) ?? columns.size;
          columns.set(name, column);
          entries.push([column, value]);
        }
        rows.push({ entries, label, weight });
      }
    },
    async write(directory) {
      const width = columns.size + 2;
      const values = new Float32Array(rows.length * width);
      for (const [index, { entries, label, weight }] of rows.entries()) {
        for (const [column, value] of entries) values[index * width + column] = value;
        values.set([label, weight], index * width + columns.size);
      }
      await writeFile(join(directory, "samples.f32"), values);
      await writeFile(join(directory, "features.json"), JSON.stringify([...columns.keys()]));
      return rows.length;
    },
  };
}

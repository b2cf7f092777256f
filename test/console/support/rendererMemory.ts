import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Page } from "puppeteer";

/** Memory of the renderer processes of a browser. */
export type RendererMemory = {
  /** Starts the measurement again at the memory of now. */
  reset(): void;
  /** The largest resident memory of a renderer since then, in megabytes. */
  peakMb(): number;
};

/**
 * Measures the peak of the resident memory (`VmHWM` of Linux) of every renderer process of the page's browser. Decoded
 * images and painted tiles count, because this Chromium decodes and paints in the renderer.
 */
export function measureRenderers(page: Page): RendererMemory {
  const browser = page.browser().process()?.pid;
  if (browser === undefined) throw new Error("The browser has no process.");
  const renderers = () => descendants(browser).filter((pid) => read(pid, "cmdline").includes("--type=renderer"));
  return {
    // 5 resets the peak, see proc(5).
    reset: () => renderers().forEach((pid) => writeFileSync(`/proc/${pid}/clear_refs`, "5")),
    peakMb: () =>
      Math.max(...renderers().map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(read(pid, "status"))?.[1]) / 1024)),
  };
}

function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const parent = /^PPid:\s+(\d+)/m.exec(/^\d+$/.test(name) ? read(Number(name), "status") : "")?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

/** Empty for a process that has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return "";
    throw error;
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import { comparePictures } from "#activities/compare/comparePictures.ts";
import type { DiffMode, Visualization } from "#schemas/diff.ts";

/** The differs that are measured. */
export const differNames = ["pixelmatch alone", "blazediff", "pixel", "perceptual", "perceptual, drawn"] as const;
export type Differ = (typeof differNames)[number];

/** The cost of one comparison. */
export type DifferAnswer = {
  milliseconds: number;
  /** Most resident memory of the process so far. */ megabytes: number;
};

type Compare = (before: string, after: string) => Promise<unknown>;

/** Creates each differ. It gets a directory for its files and the path of the installed peer. */
const differs = {
  "pixelmatch alone": () => pixelmatchAlone,
  blazediff: (_directory, peer) => blazediff(peer),
  pixel: (directory) => ours(directory, { mode: "pixel", visualization: "none" }),
  perceptual: (directory) => ours(directory, { mode: "perceptual", visualization: "none" }),
  "perceptual, drawn": (directory) => ours(directory, { mode: "perceptual", visualization: "overlay" }),
} satisfies Record<Differ, (directory: string, peer: string) => Compare | Promise<Compare>>;

async function pixelmatchAlone(before: string, after: string): Promise<number> {
  const [one, other] = await Promise.all([decode(before), decode(after)]);
  const { width, height } = one.info;
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.05 });
}

function decode(file: string) {
  return sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

async function blazediff(peer: string): Promise<Compare> {
  const { compare }: { compare(...files: unknown[]): Promise<unknown> } = await import(pathToFileURL(peer).href);
  return (before, after) => compare(before, after, undefined, { threshold: 0.05 });
}

function ours(parent: string, look: { mode: DiffMode; visualization: Visualization }): Compare {
  return async (before, after) => {
    const directory = mkdtempSync(join(parent, "task-"));
    try {
      return await comparePictures({ before, after, directory, ...look, ignoreRegions: [], measuredBoxes: [] });
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
}

// Entry point of the child process. It answers each pair of files with the cost of comparing them.
if (import.meta.main) {
  const [, , wanted = "", directory = "", peer = ""] = process.argv;
  const name = differNames.find((differ) => differ === wanted);
  if (name === undefined) throw new Error(`There is no differ ${wanted}.`);
  sharp.cache(false);
  const compare = await differs[name](directory, peer);
  process.on("message", ({ before, after }: { before: string; after: string }) => {
    const started = performance.now();
    void compare(before, after).then(() => {
      const milliseconds = performance.now() - started;
      process.send?.({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 } satisfies DifferAnswer);
    });
  });
}

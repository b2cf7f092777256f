import sharp from "sharp";
import { readRecentRuns } from "#data/recentRuns.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import {
  countedRuns,
  type NumberHistory,
  numberHistory,
  numberLabel,
  numberPoints,
  numberSteps,
} from "#rules/numberHistory.ts";
import type { MailPicture } from "./alertPicture.ts";
import type { Fact } from "./changeFacts.ts";

/** Minimum numbers of a history. The change itself tells of two. */
const minNumbers = 3;

/** The history of a monitor's first number up to a run; null without one, or if the number never changed. */
export function numbersUntil(
  monitor: Pick<MonitorRecord, "recentRuns"> | null,
  run: Pick<RunRecord, "_id"> | null,
): NumberHistory | null {
  if (monitor === null || run === null) return null;
  // Ids sort by time. A message that is sent late must not tell of later runs.
  const history = numberHistory(readRecentRuns(monitor.recentRuns).filter(({ id }) => id <= run._id));
  const texts = new Set(history?.numbers.map(({ text }) => text));
  return history === null || history.numbers.length < minNumbers || texts.size === 1 ? null : history;
}

/** "price in the last 7 runs: €39.00 → €45.00 → €89.00". */
export function numberFact(history: NumberHistory | null): Fact[] {
  if (history === null) return [];
  return [[`${history.name} in the last ${countedRuns(history)}`, numberSteps(history)]];
}

/** CSS pixels of the chart. The picture has two pixels for each. */
const size = { width: 544, height: 96, margin: 10 };

/** The history as a picture, because mail programs show no SVG. It has no text, so that it needs no fonts. */
export async function numberChart(history: NumberHistory): Promise<MailPicture> {
  const { width, height } = size;
  const points = numberPoints(history, size);
  const dots = points.map(
    ({ x, y }, index) => `<circle cx="${x}" cy="${y}" r="${index === points.length - 1 ? 5 : 2.5}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#fff"/>
    <polyline points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}" fill="none" stroke="#1d5fd1" stroke-width="2" stroke-linejoin="round"/>
    <g fill="#1d5fd1">${dots.join("")}</g></svg>`;
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
  const label = numberLabel(history);
  return {
    attachment: { cid: "numbers", bytes, contentType: "image/jpeg" },
    width,
    height,
    alt: label,
    caption: `${label}.`,
  };
}

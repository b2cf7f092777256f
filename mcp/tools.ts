import type { Tool } from "./tool.ts";
import { listAlertTargets, listDefaults } from "./tools/alerts.ts";
import { readPage, render, screenshot } from "./tools/captures.ts";
import { getChange } from "./tools/changes.ts";
import { compare } from "./tools/comparisons.ts";
import { crawl, getCrawl } from "./tools/crawls.ts";
import { approveChange, createMonitor, getMonitor, listMonitors, runMonitor, updateMonitor } from "./tools/monitors.ts";
import { listChanges, markChange } from "./tools/reviews.ts";
import { getJob, getOutput } from "./tools/outputs.ts";
import { watchSitemap } from "./tools/sitemaps.ts";
import { usage } from "./tools/usage.ts";

/** Every tool, for both doors. A new tool needs a line here. */
export const tools: readonly Tool[] = [
  screenshot,
  readPage,
  render,
  getJob,
  getOutput,
  compare,
  crawl,
  getCrawl,
  listMonitors,
  getMonitor,
  listChanges,
  getChange,
  markChange,
  createMonitor,
  watchSitemap,
  updateMonitor,
  runMonitor,
  approveChange,
  listAlertTargets,
  listDefaults,
  usage,
];

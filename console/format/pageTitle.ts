import type { Monitor } from "#schemas/monitor/monitor.ts";

/** The title of a monitor's page. Null before a capture, without one, and where the monitor's name says it. */
export function titleBeside({ name, pageTitle }: Pick<Monitor, "name" | "pageTitle">): string | null {
  return pageTitle === null || pageTitle.trim() === "" || name.includes(pageTitle) ? null : pageTitle;
}

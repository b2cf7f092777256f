import { renderPrice } from "#rules/prices.ts";

/** Credits of one page with these options, which name whether they make a picture. */
export function pageCost(options: object): number {
  const entries = Object.entries(options);
  const isOn = (name: string): boolean => entries.some(([each, value]) => each === name && value === true);
  const extracts = entries
    .filter(([name, value]) => name.startsWith("extract") && value === true)
    .map(([name]) => name.slice("extract".length).toLowerCase());
  return renderPrice({ ...options, screenshot: isOn("screenshot") ? {} : null, extracts });
}

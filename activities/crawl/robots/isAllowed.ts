import type { RobotsRule } from "./parseRobots.ts";

/**
 * Whether rules let a URL be asked for: the longest pattern that matches its path and query decides, permission where two are as long.
 * The URL is taken as it is written, percent-encoded.
 */
export function isAllowed(rules: readonly RobotsRule[], url: URL): boolean {
  const path = `${url.pathname}${url.search}`.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  let decisive: RobotsRule | null = null;
  for (const rule of rules) {
    if (decisive !== null && !outweighs(rule, decisive)) continue;
    if (matches(rule.pattern, path)) decisive = rule;
  }
  return decisive?.allow ?? true;
}

function outweighs(rule: RobotsRule, other: RobotsRule): boolean {
  const longer = rule.pattern.length - other.pattern.length;
  return longer > 0 || (longer === 0 && rule.allow);
}

/** Whether a path begins with what a pattern describes. Piece by piece from the left, so that no pattern takes long. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const [first = "", ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = anchored ? rest.pop() : undefined;
  let end = first.length;
  for (const piece of rest) {
    const at = path.indexOf(piece, end);
    if (at === -1) return false;
    end = at + piece.length;
  }
  if (!anchored) return true;
  return last === undefined ? end === path.length : path.length - last.length >= end && path.endsWith(last);
}

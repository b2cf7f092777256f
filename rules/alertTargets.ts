/** The parts of an alert target that say whom it serves. */
type Target = { id: string; tags: readonly string[]; allMonitors: boolean };

/** The parts of a monitor that choose its alert targets. */
type Chooser = { tags: readonly string[]; targetIds: readonly string[] };

/** Why a monitor tells a target: it names the target, it has one of the target's tags, or all monitors do. */
export type TargetOrigin = { by: "monitor" } | { by: "tag"; tag: string } | { by: "all" };

/** Why a monitor tells a target; null if it does not. */
export function targetOrigin(target: Target, { tags, targetIds }: Chooser): TargetOrigin | null {
  if (targetIds.includes(target.id)) return { by: "monitor" };
  const tag = target.tags.find((each) => tags.includes(each));
  if (tag !== undefined) return { by: "tag", tag };
  return target.allMonitors ? { by: "all" } : null;
}

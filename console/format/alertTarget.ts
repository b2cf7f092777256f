import { type TargetOrigin, targetOrigin } from "#rules/alertTargets.ts";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { countOf, listOf } from "./words.ts";

/** The receivers of a target: `hooks.slack.com, ntfy.sh and 2 recipients`. */
export function receiversOf({ channels, recipientIds }: AlertTarget): string {
  const hosts = channels.map(({ host }) => host);
  const people = recipientIds.length === 0 ? [] : [countOf(recipientIds.length, "recipient")];
  return listOf([...hosts, ...people]);
}

/** Why a monitor tells a target, as a label adds it: `by the tag shop`. */
export function originWords(origin: TargetOrigin): string {
  if (origin.by === "tag") return `by the tag ${origin.tag}`;
  return origin.by === "all" ? "as all monitors do" : "chosen here";
}

/** The targets that a monitor tells, each with the reason. */
export function toldTargets(
  targets: readonly AlertTarget[],
  monitor: { tags: readonly string[]; targetIds: readonly string[] },
): { target: AlertTarget; origin: TargetOrigin }[] {
  return targets.flatMap((target) => {
    const origin = targetOrigin(target, monitor);
    return origin === null ? [] : [{ target, origin }];
  });
}

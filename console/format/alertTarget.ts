import { type TargetOrigin, targetOrigin } from "#rules/alertTargets.ts";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { inheritedFrom } from "./inherited.ts";
import { countOf, listOf } from "./words.ts";

/** The receivers of a target: `hooks.slack.com, ntfy.sh and 2 recipients`. */
export function receiversOf({ channels, recipientIds }: AlertTarget): string {
  const hosts = channels.map(({ host }) => host);
  const people = recipientIds.length === 0 ? [] : [countOf(recipientIds.length, "recipient")];
  return listOf([...hosts, ...people]);
}

/** A default names the target. */
type InheritedOrigin = { by: "default"; words: string };

/** Why a monitor tells a target, as a label adds it: `by the tag shop`. */
export function originWords(origin: TargetOrigin | InheritedOrigin): string {
  if (origin.by === "default") return origin.words;
  if (origin.by === "tag") return `by the tag ${origin.tag}`;
  return origin.by === "all" ? "as all monitors do" : "chosen here";
}

/** The targets that a monitor tells, each with the reason. */
export function toldTargets(
  targets: readonly AlertTarget[],
  { tags, alerts, inherited }: Pick<Monitor, "tags" | "alerts" | "inherited">,
): { target: AlertTarget; origin: TargetOrigin | InheritedOrigin }[] {
  const byDefault = inherited.find(({ setting }) => setting === "alerts.targetIds");
  const defaultIds = Array.isArray(byDefault?.value) ? byDefault.value : [];
  return targets.flatMap((target) => {
    const isDefault = byDefault !== undefined && defaultIds.includes(target.id);
    const origin = isDefault
      ? { by: "default" as const, words: inheritedFrom(byDefault) }
      : targetOrigin(target, { tags, targetIds: alerts.targetIds });
    return origin === null ? [] : [{ target, origin }];
  });
}

import { useQuery } from "@tanstack/react-query";
import { textsAt } from "../../../forms/draft.ts";
import { alertTargetsQuery } from "../../../api/queries.ts";
import { originWords, receiversOf } from "../../../format/alertTarget.ts";
import { targetOrigin } from "#rules/alertTargets.ts";
import { SwitchList } from "../../../ui/fields/SwitchList.tsx";
import type { FormPart } from "./monitorBody.ts";

const targetPath = "alerts.targetIds";

/** A switch for each alert target. Targets of a tag or of all monitors are on and stay so. */
export function TargetFields({ form }: FormPart) {
  const { data = [] } = useQuery(alertTargetsQuery);
  if (data.length === 0) return null;
  const ids = textsAt(form, targetPath);
  const tags = textsAt(form, "tags");
  const choices = data.map((target) => {
    const byOthers = targetOrigin(target, { tags, targetIds: [] });
    const reason = byOthers === null ? "" : `, ${originWords(byOthers)}`;
    return { id: target.id, label: `${target.name}: ${receiversOf(target)}${reason}`, isFixed: byOthers !== null };
  });
  return (
    <fieldset className="stack-3">
      <legend>Alert targets</legend>
      <SwitchList choices={choices} chosenIds={ids} onChosen={(chosen) => form.set({ [targetPath]: chosen })} />
    </fieldset>
  );
}

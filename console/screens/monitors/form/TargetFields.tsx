import { useQuery } from "@tanstack/react-query";
import { textsAt } from "../../../forms/draft.ts";
import { alertTargetsQuery } from "../../../api/queries.ts";
import { originWords, receiversOf } from "../../../format/alertTarget.ts";
import { targetOrigin } from "#rules/alertTargets.ts";
import { Switch } from "../../../ui/fields/Switch.tsx";
import type { FormPart } from "./monitorBody.ts";
import styles from "./NewMonitor.module.css";

const targetPath = "alerts.targetIds";

/** A switch for each alert target. Targets of a tag or of all monitors are on and stay so. */
export function TargetFields({ form }: FormPart) {
  const { data = [] } = useQuery(alertTargetsQuery);
  if (data.length === 0) return null;
  const ids = textsAt(form, targetPath);
  const tags = textsAt(form, "tags");
  const choose = (id: string, isChosen: boolean): void =>
    form.set({ [targetPath]: isChosen ? [...ids, id] : ids.filter((other) => other !== id) });
  return (
    <fieldset className={styles["group"]}>
      <legend>Alert targets</legend>
      {data.map((target) => {
        const byOthers = targetOrigin(target, { tags, targetIds: [] });
        return (
          <Switch
            key={target.id}
            isSelected={byOthers !== null || ids.includes(target.id)}
            isDisabled={byOthers !== null}
            onChange={(isChosen) => choose(target.id, isChosen)}
          >
            {target.name}: {receiversOf(target)}
            {byOthers !== null && `, ${originWords(byOthers)}`}
          </Switch>
        );
      })}
    </fieldset>
  );
}

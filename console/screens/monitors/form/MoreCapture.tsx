import { useQuery } from "@tanstack/react-query";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { presetsQuery } from "../../presets/queries.ts";
import { groupOptions } from "../../renders/playground/groups.ts";
import { Group } from "../../renders/playground/OptionsForm.tsx";
import { PresetChoice } from "../../renders/playground/PresetChoice.tsx";
import { withPreset } from "../../renders/playground/presets.ts";
import { sortProblems } from "../../renders/playground/problems.ts";
import { captureOptionsQuery, type RenderOption } from "../../renders/playground/schema.ts";
import type { Values } from "../../renders/playground/values.ts";
import styles from "./NewMonitor.module.css";

/** Options with a field of their own elsewhere in the forms of a monitor. */
const ownFields: ReadonlySet<string> = new Set([
  "selector",
  "fullPage",
  "regions",
  "ignoreRegions",
  "text",
  "changeOn",
  "ignoreText",
  "blockCookieBanners",
  "blockAds",
  "hideSelectors",
]);

type MoreCaptureProps = {
  /** The entries by option. */
  values: Values;
  /** Gets the new entries, and the options to read them by. */
  onChange: (values: Values, options: readonly RenderOption[]) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** Whether a preset can be chosen. A saved monitor has its options already. Default: true. */
  hasPreset?: boolean;
};

/** Every other option of a capture, in groups. */
export function MoreCapture({ values, onChange, error, hasPreset = true }: MoreCaptureProps) {
  const { data, error: failure, refetch } = useQuery(captureOptionsQuery);
  const { data: presets = [] } = useQuery({ ...presetsQuery, enabled: hasPreset });
  if (failure !== null) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the options" lines={1} />;
  const preset = presets.find(({ name }) => name === values["preset"]);
  const options = withPreset(data, preset).filter(({ name }) => !ownFields.has(name));
  const { problems } = sortProblems(options, error, "capture.");
  const set = (name: string, value: string): void => onChange({ ...values, [name]: value }, options);
  const grouped = groupOptions(
    options.filter(({ name }) => name !== "preset"),
    { hasCommon: true },
  );
  return (
    <div>
      {hasPreset && (
        <div className={styles["preset"]}>
          <PresetChoice
            value={values["preset"] ?? ""}
            onChange={(value) => set("preset", value)}
            error={problems["preset"]}
            note="Its options show as defaults below. The fields above have priority."
          />
        </div>
      )}
      {grouped.map((group) => (
        <Group key={group.title} {...group} values={values} problems={problems} onChange={set} />
      ))}
    </div>
  );
}

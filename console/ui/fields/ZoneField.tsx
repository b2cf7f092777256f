import { timeZones } from "../../format/time.ts";
import { SearchSelect } from "./SearchSelect.tsx";

type ZoneFieldProps = {
  timezone: string;
  onChange: (timezone: string) => void;
  /** The API's message about this field. */
  error?: string | undefined;
};

/** A choice of the time zones that the browser knows. A person finds one by a part of its name. */
export function ZoneField({ timezone, onChange, error }: ZoneFieldProps) {
  const zones = [...new Set([timezone, ...timeZones()])].map((zone) => ({ value: zone, label: zone }));
  return (
    <SearchSelect
      label="Time zone"
      listLabel="Time zones"
      value={timezone}
      onChange={onChange}
      options={zones}
      error={error}
    />
  );
}

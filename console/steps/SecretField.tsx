import { useQuery } from "@tanstack/react-query";
import { secretsQuery } from "../api/access.ts";
import { Select } from "../ui/fields/Select.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./Steps.module.css";

const referencePattern = /^\{\{(?:secret:[a-z0-9-]+|totp)\}\}$/;
const totpReference = "{{totp}}";

type SecretFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help: string;
  /** Whether one-time codes can be filled in. */
  hasTotp: boolean;
};

/** A value that is never shown again: typed, or the name of a stored secret. */
export function SecretField({ label, value, onChange, help, hasTotp }: SecretFieldProps) {
  const { data: secrets = [] } = useQuery(secretsQuery);
  const reference = referencePattern.test(value) ? value : "";
  const references = [
    ...(hasTotp ? [{ value: totpReference, label: "The one-time code" }] : []),
    ...secrets.map(({ name }) => ({ value: `{{secret:${name}}}`, label: `Secret “${name}”` })),
  ];
  const isUnknown = reference !== "" && !references.some((each) => each.value === reference);
  return (
    <div className={styles["pair"]}>
      {references.length > 0 && (
        <Select
          label={`${label} from`}
          value={reference}
          onChange={onChange}
          options={[
            { value: "", label: "What I type" },
            ...references,
            ...(isUnknown ? [{ value: reference, label: reference }] : []),
          ]}
        />
      )}
      {reference === "" || references.length === 0 ? (
        <TextField label={label} value={value} onChange={onChange} type="password" autoComplete="off" help={help} />
      ) : null}
    </div>
  );
}

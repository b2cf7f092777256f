import { useQuery } from "@tanstack/react-query";
import { proxiesQuery } from "../../api/access.ts";
import { problemOf } from "../../api/problems.ts";
import { PickButton } from "../../picker/PickButton.tsx";
import { StepsEditor } from "../../steps/StepsEditor.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./Access.module.css";
import { type SignInForm, signKindsQuery } from "./signInForm.ts";

type SignInFieldsProps = {
  form: SignInForm;
  onChange: (form: SignInForm) => void;
  error: Error | null;
  /** Whether the sign-in is saved already. Its name stays, and empty fields keep what is never shown. */
  isSaved: boolean;
};

const keptHelp = "It is saved and never shown. Leave it empty to keep it.";

/** The fields of a sign-in. */
export function SignInFields({ form, onChange, error, isSaved }: SignInFieldsProps) {
  const set = (change: Partial<SignInForm>): void => onChange({ ...form, ...change });
  const { data: proxies = [] } = useQuery(proxiesQuery);
  return (
    <>
      {!isSaved && (
        <TextField
          label="Name"
          value={form.name}
          onChange={(name) => set({ name })}
          placeholder="shop"
          help="Small letters, digits and hyphens. Captures name the sign-in by it."
          isRequired
          error={problemOf(error, "name")}
        />
      )}
      <TextField
        label="Address of the log-in page"
        value={form.url}
        onChange={(url) => set({ url })}
        placeholder="example.com/log-in"
        help={isSaved ? `${keptHelp} To try new steps, enter it.` : "Captures of its site may use the sign-in."}
        isRequired={!isSaved}
        error={problemOf(error, "url")}
      />
      <h2>Steps</h2>
      {isSaved && <p className="small-print">The saved steps are never shown. New steps replace all of them.</p>}
      <StepsEditor steps={form.steps} onChange={(steps) => set({ steps })} hasTotp error={problemOf(error, "steps")} />
      <h2>Signed in</h2>
      <Sign form={form} set={set} error={error} />
      <h2>More</h2>
      <TextField
        label="Seed of the one-time codes"
        value={form.totp}
        onChange={(totp) => set({ totp })}
        type="password"
        autoComplete="off"
        placeholder="otpauth://totp/…"
        help={
          isSaved
            ? "It is never shown. With new steps it is needed again, if the log-in asks for codes."
            : "If the log-in asks for codes of an app: the otpauth:// address, or its base32 text. A step fills in {{totp}}."
        }
        error={problemOf(error, "totp")}
      />
      <TextField
        label="Renew after, minutes"
        value={form.renewAfter}
        onChange={(renewAfter) => set({ renewAfter })}
        placeholder="Only when a capture is signed out"
        help="From 5 to 43,200. A capture that is signed out renews the sign-in in any case."
        error={problemOf(error, "renewAfter")}
      />
      {proxies.length > 0 && (
        <Select
          label="Proxy"
          value={form.proxy}
          onChange={(proxy) => set({ proxy })}
          options={[{ value: "", label: "None" }, ...proxies.map(({ name }) => ({ value: name, label: name }))]}
        />
      )}
    </>
  );
}

type SignProps = Pick<SignInFieldsProps, "form" | "error"> & { set: (change: Partial<SignInForm>) => void };

const signWords: Readonly<Record<string, string>> = { selector: "An element", text: "A text", address: "The address" };

/** The sign that every page behind the log-in has. */
function Sign({ form: { sign }, set, error }: SignProps) {
  const { data: kinds = [] } = useQuery(signKindsQuery);
  const chosenKind = kinds.find(({ by }) => by === sign.by);
  return (
    <>
      <p className="small-print">Every page behind the log-in has this sign. A page without it renews the sign-in.</p>
      <div className={styles["sign"]}>
        <Select
          label="Sign"
          value={sign.by}
          onChange={(by) => set({ sign: { by, value: sign.value } })}
          options={kinds.map(({ by }) => ({ value: by, label: signWords[by] ?? by }))}
        />
        <TextField
          label="Sign of a page behind the log-in"
          value={sign.value}
          onChange={(value) => set({ sign: { by: sign.by, value } })}
          isRequired
          {...(chosenKind !== undefined && { help: chosenKind.help })}
          error={problemOf(error, "signedIn")}
        />
      </div>
      {sign.by === "selector" && (
        <PickButton
          label="Pick it on the page after the steps"
          uses={[
            { label: "Use this element", apply: ({ selector }) => set({ sign: { by: "selector", value: selector } }) },
          ]}
        />
      )}
    </>
  );
}

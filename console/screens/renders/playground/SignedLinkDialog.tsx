import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { signImageUrl } from "#clients/typescript/src/index.ts";
import type { SigningKey } from "#schemas/imageLink.ts";
import { signingKeysQuery } from "../../account/keys.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Modal } from "../../../ui/dialogs/Modal.tsx";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { PlainForm } from "../../../ui/fields/PlainForm.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { describeError } from "../../../api/toasts.ts";
import { labelOf } from "./groups.ts";
import { linkOptionsQuery } from "./schema.ts";
import { expiryOptions, type LinkForm, linkOf, problemOfLink, sortLinkOptions, ttlOptions } from "./signedLink.ts";
import styles from "./SignedLink.module.css";

type SignedLinkProps = {
  /** The body of the render, with its address. */
  body: object;
  isOpen: boolean;
  onClose: () => void;
};

/** Makes a link that shows the picture without an API key. */
export function SignedLinkDialog({ body, isOpen, onClose }: SignedLinkProps) {
  return (
    <Modal title="Signed link to the picture" isOpen={isOpen} onClose={onClose}>
      <Content body={body} onClose={onClose} />
    </Modal>
  );
}

function Content({ body, onClose }: Omit<SignedLinkProps, "isOpen">) {
  const keys = useQuery(signingKeysQuery);
  const names = useQuery(linkOptionsQuery);
  const error = keys.error ?? names.error;
  if (error !== null) return <ErrorState error={error} />;
  if (keys.data === undefined || names.data === undefined) return <Loading label="Loading the signing keys" />;
  const [first] = keys.data;
  if (first === undefined) {
    return (
      <div className="stack-4">
        <p>A link needs a signing key. There is none yet.</p>
        <p>
          <Link to="/keys">Create a signing key</Link>
        </p>
      </div>
    );
  }
  return <Signing body={body} names={names.data} keys={keys.data} first={first} onClose={onClose} />;
}

type SigningProps = Omit<SignedLinkProps, "isOpen"> & {
  /** The options that a link can hold. */
  names: readonly string[];
  keys: readonly SigningKey[];
  first: SigningKey;
};

function Signing({ body, names, keys, first, onClose }: SigningProps) {
  const [form, setForm] = useState<LinkForm>({ keyId: first.id, secret: "", ttl: "86400", expiry: "" });
  const [link, setLink] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { linkOptions, leftNames } = sortLinkOptions(body, names);
  const set = (changed: Partial<LinkForm>): void => {
    setForm((before) => ({ ...before, ...changed }));
    setLink("");
    setError(undefined);
  };
  const submit = (): void => {
    const problem = problemOfLink(form);
    setError(problem);
    if (problem !== undefined) return;
    const signer = { baseUrl: location.origin, keyId: form.keyId, secret: form.secret.trim() };
    void signImageUrl(signer, linkOf(linkOptions, form)).then(setLink, (cause: unknown) =>
      setError(describeError(cause)),
    );
  };
  return (
    <PlainForm onSubmit={submit} className="stack-4" noValidate>
      <LeftOut names={leftNames} />
      <Select
        label="Signing key"
        value={form.keyId}
        onChange={(keyId) => set({ keyId })}
        options={keys.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        label="Secret of the key"
        type="password"
        autoComplete="off"
        value={form.secret}
        onChange={(secret) => set({ secret })}
        help="It signs in this browser and is not sent or kept. Without it, create another key."
        isRequired
        error={error}
      />
      <FieldRow>
        <Select label="New picture after" value={form.ttl} onChange={(ttl) => set({ ttl })} options={ttlOptions} />
        <Select
          label="The link ends"
          value={form.expiry}
          onChange={(expiry) => set({ expiry })}
          options={expiryOptions}
        />
      </FieldRow>
      {link !== "" && (
        <div role="status" className={styles["link"]}>
          <code>{link}</code>
          <div className={styles["buttons"]}>
            <CopyButton label="link" text={link} />
            <CopyButton label="img tag" text={`<img src="${link.replaceAll("&", "&amp;")}" alt="">`} />
            <a href={link} target="_blank" rel="noreferrer">
              Open it
            </a>
          </div>
        </div>
      )}
      <div className={styles["buttons"]}>
        <Button type="submit" variant="primary">
          Sign the link
        </Button>
        <Button onPress={onClose}>Close</Button>
      </div>
    </PlainForm>
  );
}

function LeftOut({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles["left"]}>
      A link can’t hold these options, so its picture is without them:{" "}
      {names.map((name) => labelOf({ name })).join(", ")}. A preset can hold most of them, and the link can name the
      preset.
    </p>
  );
}

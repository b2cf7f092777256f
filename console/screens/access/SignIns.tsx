import type { SignIn } from "#schemas/signIn.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "../account/Account.module.css";
import { Listed } from "./Listed.tsx";
import { kinds, signInsQuery } from "./queries.ts";

const states: Readonly<Record<SignIn["status"], readonly [Tone, string]>> = {
  pending: ["active", "Signing in"],
  signed_in: ["good", "Signed in"],
  failed: ["failed", "Failed"],
};

/** The log-ins that the service keeps fresh. */
export function SignIns() {
  return (
    <Section title="Sign-ins">
      <p className={styles["lead"]}>
        The service signs in by your steps and keeps the session, for pages behind a log-in.
      </p>
      <Listed
        query={signInsQuery}
        things="sign-ins"
        empty="POST /sign-ins makes one, with the steps of the log-in. “Help” shows an example."
        Row={Row}
      />
    </Section>
  );
}

function Row({ item: signIn }: { item: SignIn }) {
  const { id, name, host, status } = signIn;
  const [tone, text] = states[status];
  const renew = useAction({
    send: () => wf.signIns.renew(id),
    done: () => `“${name}” signs in again.`,
    changes: [kinds.signIns],
  });
  const remove = useAction({
    send: () => wf.signIns.delete(id),
    done: () => `“${name}” is deleted.`,
    changes: [kinds.signIns, kinds.secrets],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          {host}. <Outcome signIn={signIn} />
        </span>
      </div>
      <Badge tone={tone}>{text}</Badge>
      <Button
        size="small"
        onPress={() => renew.mutate()}
        isPending={renew.isPending}
        aria-label={`Sign in to ${name} now`}
      >
        Sign in now
      </Button>
      <ConfirmButton
        label="Delete"
        name={`Delete the sign-in ${name}`}
        title={`Delete “${name}”?`}
        confirm="Delete the sign-in"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        Captures and monitors that name it fail from then on, and are not charged.
      </ConfirmButton>
    </li>
  );
}

/** How the last try ended, and when the next one comes. */
function Outcome({ signIn: { failure, renewedAt, nextTryAt, picture, name } }: { signIn: SignIn }) {
  return (
    <>
      {failure !== null && `${failure.message} `}
      {renewedAt === null ? (
        "Not signed in yet"
      ) : (
        <>
          Signed in <RelativeTime at={renewedAt} />
        </>
      )}
      {nextTryAt !== null && (
        <>
          , next try <RelativeTime at={nextTryAt} />
        </>
      )}
      {picture !== null && (
        <>
          .{" "}
          <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`Picture of the last try of ${name}`}>
            Picture of the last try
          </a>
        </>
      )}
    </>
  );
}

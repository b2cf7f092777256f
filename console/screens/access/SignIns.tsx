import { Link } from "@tanstack/react-router";
import type { SignIn } from "#schemas/signIn.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "../account/Account.module.css";
import { Listed } from "./Listed.tsx";
import { RenewButton, SignInBadge } from "./SignInState.tsx";
import { kinds, signInsQuery } from "../../api/access.ts";

/** The log-ins that the service keeps fresh. */
export function SignIns() {
  return (
    <Section title="Sign-ins">
      <p className={styles["lead"]}>
        The service signs in by your steps and keeps the session, for pages behind a log-in.
      </p>
      <div className="actions">
        <LinkButton href="/access/sign-ins/new">New sign-in</LinkButton>
      </div>
      <Listed
        query={signInsQuery}
        things="sign-ins"
        empty="Make one with the steps of the log-in, then name it in captures and monitors."
        Row={Row}
      />
    </Section>
  );
}

function Row({ item: signIn }: { item: SignIn }) {
  const { id, name, host } = signIn;
  const remove = useAction({
    send: () => wf.signIns.delete(id),
    done: () => `“${name}” is deleted.`,
    changes: [kinds.signIns, kinds.secrets],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <Link to="/access/sign-ins/$signInId" params={{ signInId: id }}>
          <strong>{name}</strong>
        </Link>
        <span>
          {host}. <Outcome signIn={signIn} />
        </span>
      </div>
      <SignInBadge status={signIn.status} />
      <RenewButton signIn={signIn} />
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

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SignIn } from "#schemas/signIn.ts";
import { wf } from "../../api/client.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RenewButton, SignInBadge } from "./SignInState.tsx";
import { kinds, signInsQuery } from "../../api/access.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { DeleteButton } from "../../ui/dialogs/DeleteButton.tsx";

/** The log-ins that the service keeps fresh. */
export function SignIns() {
  return (
    <Section title="Sign-ins">
      <p className="muted">The service signs in by your steps and keeps the session, for pages behind a log-in.</p>
      <div className="actions">
        <LinkButton href="/access/sign-ins/new">New sign-in</LinkButton>
      </div>
      <ListedCard
        query={useQuery(signInsQuery)}
        things="sign-ins"
        empty="Make one with the steps of the log-in, then name it in captures and monitors."
        renderRow={(item) => <Row key={item.name} item={item} />}
      />
    </Section>
  );
}

function Row({ item: signIn }: { item: SignIn }) {
  const { id, name, host } = signIn;
  return (
    <ListRow>
      <RowWords
        name={
          <Link to="/access/sign-ins/$signInId" params={{ signInId: id }}>
            <strong>{name}</strong>
          </Link>
        }
      >
        {host}. <Outcome signIn={signIn} />
      </RowWords>
      <SignInBadge status={signIn.status} />
      <RenewButton signIn={signIn} />
      <DeleteButton
        name={name}
        kind="sign-in"
        send={() => wf.signIns.delete(id)}
        changes={[kinds.signIns, kinds.secrets]}
      >
        Captures and monitors that name it fail from then on, and are not charged.
      </DeleteButton>
    </ListRow>
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

import type { SignIn } from "#schemas/signIn.ts";
import { kinds } from "../../api/access.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "./Access.module.css";

const states: Readonly<Record<SignIn["status"], readonly [Tone, string]>> = {
  pending: ["active", "Signing in"],
  signed_in: ["good", "Signed in"],
  failed: ["failed", "Failed"],
};

/** The state of a sign-in, as a badge. */
export function SignInBadge({ status }: Pick<SignIn, "status">) {
  const [tone, text] = states[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** A button that signs in again. */
export function RenewButton({ signIn: { id, name } }: { signIn: SignIn }) {
  const renew = useAction({
    send: () => wf.signIns.renew(id),
    done: () => `“${name}” signs in again.`,
    changes: [kinds.signIns],
  });
  return (
    <Button size="small" onPress={() => renew.mutate()} isPending={renew.isPending} aria-label={`Sign in now: ${name}`}>
      Sign in now
    </Button>
  );
}

/** How a sign-in goes: its state, its last success, its next try, and the page at the end of the last try. */
export function SignInState({ signIn }: { signIn: SignIn }) {
  const { status, renewedAt, failure, nextTryAt, picture, name, hasTotp } = signIn;
  return (
    <div className={styles["state"]}>
      <Facts>
        <Fact name="State">
          <SignInBadge status={status} />
        </Fact>
        <Fact name="Last signed in">{renewedAt === null ? "Never" : <RelativeTime at={renewedAt} />}</Fact>
        <Fact name="Next try">
          {nextTryAt === null ? "When a capture is signed out" : <RelativeTime at={nextTryAt} />}
        </Fact>
        <Fact name="One-time codes">{hasTotp ? "Yes" : "No"}</Fact>
        {failure !== null && <Fact name="Why it failed">{failure.message}</Fact>}
        <Fact name="Sign in again">
          <RenewButton signIn={signIn} />
        </Fact>
      </Facts>
      {picture !== null && (
        <figure className={styles["moment"]}>
          <a href={pathOf(picture.url)} target="_blank" rel="noreferrer">
            <img
              src={pathOf(picture.url)}
              alt={`The page at the end of the last try of ${name}. Opens the full size.`}
            />
          </a>
          <figcaption className="small-print">
            The page at the end of the last try, <RelativeTime at={picture.takenAt} />. What was filled in is hidden.
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** The path of a signed address. The console shows pictures of its own origin alone. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

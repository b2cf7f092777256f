import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ShownKey } from "#schemas/account.ts";
import { wf } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { useNow } from "../../ui/useNow.ts";
import styles from "./Account.module.css";
import { isLive, keysQuery } from "./keys.ts";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { PageAddresses } from "./PageAddresses.tsx";
import { SigningKeys } from "./SigningKeys.tsx";

/** The API keys of the account. Live ones come first. */
export function KeysScreen() {
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(keysQuery);
  const now = useNow();
  useHotkeys("API keys", [{ keys: "n", label: "Create a key", run: () => setCreating(true) }]);
  const rank = (key: ShownKey): number => (isLive(key, now) ? 0 : 1);
  return (
    <Page
      title="API keys"
      about="Programs and browsers log in with a key. Five keys can be live at once."
      actions={
        <Button variant="primary" onPress={() => setCreating(true)}>
          Create a key
        </Button>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the keys" lines={3} height="4rem" />}
      {data !== undefined && (
        <Card padded={false}>
          <ul>
            {data
              .toSorted((a, b) => rank(a) - rank(b))
              .map((key) => (
                <Row key={key.id} shownKey={key} isLiveKey={isLive(key, now)} />
              ))}
          </ul>
        </Card>
      )}
      <SigningKeys />
      <PageAddresses />
      <NewKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function Row({ shownKey, isLiveKey }: { shownKey: ShownKey; isLiveKey: boolean }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { id, name, scopes } = shownKey;
  const isOwn = session?.key.id === id;
  const revoke = useAction({
    send: () => wf.keys.revoke(id),
    done: () => `“${name}” is revoked.`,
    changes: ["key", "sessions"],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          {scopes.join(", ")}. <Times shownKey={shownKey} />
        </span>
      </div>
      {isOwn && isLiveKey && <Badge tone="good">This browser</Badge>}
      {isLiveKey ? (
        <ConfirmButton
          label="Revoke"
          name={`Revoke ${name}`}
          title={`Revoke “${name}”?`}
          confirm="Revoke the key"
          onConfirm={() => revoke.mutate()}
          isPending={revoke.isPending}
          size="small"
        >
          Programs with this key are refused within five seconds, and browsers with it are logged out.
          {isOwn && " This browser is one of them."}
        </ConfirmButton>
      ) : (
        <Badge>{shownKey.revokedAt === null ? "Expired" : "Revoked"}</Badge>
      )}
    </li>
  );
}

function Times({ shownKey: { createdAt, lastUsedAt, expiresAt, revokedAt } }: { shownKey: ShownKey }) {
  return (
    <>
      Created <RelativeTime at={createdAt} />, {lastUsedAt === null ? "not used yet" : <LastUsed at={lastUsedAt} />}
      {revokedAt !== null && (
        <>
          , revoked <RelativeTime at={revokedAt} />
        </>
      )}
      {revokedAt === null && expiresAt !== null && (
        <>
          , ends <RelativeTime at={expiresAt} />
        </>
      )}
    </>
  );
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      last used <RelativeTime at={at} />
    </>
  );
}

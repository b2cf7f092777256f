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
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useNow } from "../../ui/useNow.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { isLive, keysQuery } from "./keys.ts";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { PageAddresses } from "./PageAddresses.tsx";
import { SigningKeys } from "./SigningKeys.tsx";

/** The API keys of the account. Live ones come first. */
export function KeysScreen() {
  const [isCreating, setCreating] = useState(false);
  const now = useNow();
  const rank = (key: ShownKey): number => (isLive(key, now) ? 0 : 1);
  const query = useQuery({ ...keysQuery, select: (keys) => keys.toSorted((a, b) => rank(a) - rank(b)) });
  useHotkeys("API keys", [{ keys: "n", label: "Create a key", run: () => setCreating(true) }]);
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
      <ListedCard
        query={query}
        things="keys"
        renderRow={(key) => <Row key={key.id} shownKey={key} isLiveKey={isLive(key, now)} />}
      />
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
    <ListRow>
      <RowWords name={name}>
        {scopes.join(", ")}. <Times shownKey={shownKey} />
      </RowWords>
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
    </ListRow>
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

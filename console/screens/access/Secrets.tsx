import { useQuery } from "@tanstack/react-query";
import type { Secret, SecretUse } from "#schemas/secret.ts";
import { wf } from "../../api/client.ts";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { NewForm } from "./NewForm.tsx";
import { kinds, secretsQuery } from "../../api/access.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { DeleteButton } from "../../ui/dialogs/DeleteButton.tsx";

/** The values that `{{secret:name}}` stands for. */
export function Secrets() {
  return (
    <Section title="Secrets">
      <p className="muted">
        {
          "Write {{secret:name}} in headers, cookies, log-ins and steps. The service puts the value in and never shows it."
        }
      </p>
      <NewForm
        name={{ label: "Name of the secret", placeholder: "shop-password" }}
        hiddenField={{ label: "Value", placeholder: "", field: "value" }}
        submit="Store the secret"
        doneWord="stored"
        kind={kinds.secrets}
        send={(name, value) => wf.secrets.store({ name, value })}
      />
      <ListedCard
        query={useQuery(secretsQuery)}
        things="secrets"
        empty="Store a password or a token above, and name it where a request needs it."
        renderRow={(item) => <Row key={item.name} item={item} />}
      />
    </Section>
  );
}

function Row({ item: { name, usedBy, updatedAt } }: { item: Secret }) {
  return (
    <ListRow>
      <RowWords name={name}>
        {usesOf(usedBy)}. Stored <RelativeTime at={updatedAt} />
      </RowWords>
      <DeleteButton name={name} kind="secret" send={() => wf.secrets.delete(name)} changes={[kinds.secrets]}>
        {usedBy.length === 0 ? "Nothing names it." : `${usesOf(usedBy)}. Their captures fail from then on.`}
      </DeleteButton>
    </ListRow>
  );
}

const words: Readonly<Record<SecretUse["type"], readonly [one: string, many: string]>> = {
  monitor: ["monitor", "monitors"],
  sitemap: ["sitemap", "sitemaps"],
  schedule: ["schedule", "schedules"],
  preset: ["preset", "presets"],
  sign_in: ["sign-in", "sign-ins"],
};

/** The number of things of each kind that name a secret: "Used by 2 monitors, 1 preset". */
function usesOf(uses: readonly SecretUse[]): string {
  const counts = new Map<SecretUse["type"], number>();
  for (const { type } of uses) counts.set(type, (counts.get(type) ?? 0) + 1);
  const parts = Array.from(counts, ([type, count]) => `${count} ${words[type][count === 1 ? 0 : 1]}`);
  return parts.length === 0 ? "Not used by monitors, schedules and presets" : `Used by ${parts.join(", ")}`;
}

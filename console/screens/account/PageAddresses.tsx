import { useQuery } from "@tanstack/react-query";
import type { CurrentSession } from "#schemas/session.ts";
import { wf } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { useAction } from "../../api/useAction.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import styles from "./Account.module.css";

type Addresses = CurrentSession["account"]["addresses"];

const choices: readonly { value: Addresses; label: string; help: string }[] = [
  {
    value: "host",
    label: "The host alone",
    help: "No screen, reply or message says which page of a site is watched.",
  },
  {
    value: "masked",
    label: "Without secrets",
    help: "User, password, fragment and the values of the query are left out. An address without a query is a link.",
  },
  {
    value: "full",
    label: "The whole address",
    help: "Also tokens that an address contains are shown.",
  },
];

/** How the account shows the addresses of its monitors' pages, and to whom. */
export function PageAddresses() {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const change = useAction({
    send: (addresses: Addresses) => wf.operations.updateAccount({ addresses }),
    done: () => "Saved.",
    changes: ["monitor", "session"],
  });
  if (session === null || session === undefined) return null;
  const { addresses } = session.account;
  const help = choices.find(({ value }) => value === addresses)?.help;
  return (
    <Section title="Addresses of pages">
      <Card>
        <div className={styles["addresses"]} id="addresses">
          <Select
            label="Monitors, mails and chats show"
            value={addresses}
            options={choices}
            onChange={(value) => change.mutate(value)}
          />
          <p>{help} Everyone who has a key of the account, or gets its messages, sees the same.</p>
        </div>
      </Card>
    </Section>
  );
}

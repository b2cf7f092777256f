import type { Proxy } from "#schemas/proxy.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "../account/Account.module.css";
import { Listed } from "./Listed.tsx";
import { NewForm } from "./NewForm.tsx";
import { kinds, proxiesQuery } from "../../api/access.ts";
import { TestProxy } from "./TestProxy.tsx";

/** The proxies that captures may go through. */
export function Proxies() {
  return (
    <Section title="Proxies">
      <p className={styles["lead"]}>
        A capture with a proxy’s name goes through it alone, such as from another country.
      </p>
      <NewForm
        name={{ label: "Name of the proxy", placeholder: "germany" }}
        hiddenField={{
          label: "Address of the proxy",
          placeholder: "http://user:password@proxy.example:3128",
          field: "url",
        }}
        submit="Add the proxy"
        doneWord="added"
        kind={kinds.proxies}
        send={(name, url) => wf.proxies.create({ name, url: url.trim() })}
      />
      <Listed
        query={proxiesQuery}
        things="proxies"
        empty="Add one above: http://, https:// or socks5://, with user and password if it asks for them."
        Row={Row}
      />
    </Section>
  );
}

function Row({ item: proxy }: { item: Proxy }) {
  const { id, name, scheme, host, country, note, lastTest } = proxy;
  const remove = useAction({
    send: () => wf.proxies.delete(id),
    done: () => `“${name}” is deleted.`,
    changes: [kinds.proxies],
  });
  const facts = [`${scheme}://${host}`, country, note].filter((fact) => fact !== null);
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          {facts.join(", ")}
          {lastTest !== null && (
            <>
              . Tested <RelativeTime at={lastTest.at} />
              {lastTest.problem !== null && `: ${lastTest.problem}`}
            </>
          )}
        </span>
      </div>
      {lastTest !== null && (
        <Badge tone={lastTest.ok ? "good" : "failed"}>
          {lastTest.ok ? `Works, ${lastTest.milliseconds} ms` : "Failed"}
        </Badge>
      )}
      <TestProxy proxy={proxy} />
      <ConfirmButton
        label="Delete"
        name={`Delete the proxy ${name}`}
        title={`Delete “${name}”?`}
        confirm="Delete the proxy"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        Captures and monitors that name it fail from then on, and are not charged.
      </ConfirmButton>
    </li>
  );
}

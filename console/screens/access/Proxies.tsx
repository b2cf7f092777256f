import { useQuery } from "@tanstack/react-query";
import type { Proxy } from "#schemas/proxy.ts";
import { wf } from "../../api/client.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { NewForm } from "./NewForm.tsx";
import { kinds, proxiesQuery } from "../../api/access.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { DeleteButton } from "../../ui/dialogs/DeleteButton.tsx";
import { TestProxy } from "./TestProxy.tsx";

/** The proxies that captures may go through. */
export function Proxies() {
  return (
    <Section title="Proxies">
      <p className="muted">A capture with a proxy’s name goes through it alone, such as from another country.</p>
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
      <ListedCard
        query={useQuery(proxiesQuery)}
        things="proxies"
        empty="Add one above: http://, https:// or socks5://, with user and password if it asks for them."
        renderRow={(item) => <Row key={item.name} item={item} />}
      />
    </Section>
  );
}

function Row({ item: proxy }: { item: Proxy }) {
  const { id, name, scheme, host, country, note, lastTest } = proxy;
  const facts = [`${scheme}://${host}`, country, note].filter((fact) => fact !== null);
  return (
    <ListRow>
      <RowWords name={name}>
        {facts.join(", ")}
        {lastTest !== null && (
          <>
            . Tested <RelativeTime at={lastTest.at} />
            {lastTest.problem !== null && `: ${lastTest.problem}`}
          </>
        )}
      </RowWords>
      {lastTest !== null && (
        <Badge tone={lastTest.ok ? "good" : "failed"}>
          {lastTest.ok ? `Works, ${lastTest.milliseconds} ms` : "Failed"}
        </Badge>
      )}
      <TestProxy proxy={proxy} />
      <DeleteButton name={name} kind="proxy" send={() => wf.proxies.delete(id)} changes={[kinds.proxies]}>
        Captures and monitors that name it fail from then on, and are not charged.
      </DeleteButton>
    </ListRow>
  );
}

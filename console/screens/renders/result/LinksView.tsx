import type { Link } from "#schemas/extracts/extracts.ts";
import { PageLink } from "../../../ui/PageLink.tsx";
import { DataTable } from "./DataTable.tsx";

/** The page's links as a table. */
export function LinksView({ links }: { links: Link[] }) {
  return (
    <DataTable
      caption="Links"
      columns={["Text", "Address", "Site", "Part of the page"]}
      rows={links.map(({ text, href, internal, nofollow, region }) => [
        text === "" ? "—" : text,
        <PageLink key="address" href={href} />,
        `${internal ? "Same" : "Other"}${nofollow ? ", nofollow" : ""}`,
        region,
      ])}
    />
  );
}

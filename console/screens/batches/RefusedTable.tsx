import type { Batch } from "#schemas/batch.ts";
import { Section } from "../../ui/Page.tsx";
import { Table } from "../../ui/Table.tsx";

/** The addresses that the batch refused, with the reason. They are text: an address may be no address at all. */
export function RefusedTable({ refused }: { refused: Batch["refused"] }) {
  return (
    <Section title="Refused addresses">
      <Table caption="Refused addresses" columns={["Address", "Reason"]}>
        {refused.map(({ index, url, message }) => (
          <tr key={index}>
            <td>{url}</td>
            <td>{message}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

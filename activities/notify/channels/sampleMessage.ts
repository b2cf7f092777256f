import type { ActivityPorts } from "../../ports.ts";
import { oneLine } from "../alert/changeFacts.ts";
import type { ChannelMessage } from "./message.ts";

/** The message of a test: it looks like a change and says that it is a sample. `id` is that of a monitor or an alert target. */
export async function sampleMessage(
  { database, signer }: Pick<ActivityPorts, "database" | "signer">,
  id: string,
): Promise<ChannelMessage> {
  const [monitor, target] = await Promise.all([
    database.monitors.findOne({ _id: id }),
    database.alertTargets.findOne({ _id: id }),
  ]);
  const name = oneLine(monitor?.spec.name ?? target?.name ?? "", 100) || "Your monitor";
  return {
    type: null,
    title: `Test of ${name}`,
    lead: "This is a sample. Messages about changes of the page look like it.",
    host: monitor?.spec.host ?? "",
    pageUrl: null,
    notes: [],
    facts: [["Changed", "12.3 % of the picture (alerts from 1 %)"]],
    numbers: null,
    words: [
      { change: "removed", words: "costs €39 each" },
      { change: "added", words: "costs €45 each" },
    ],
    see:
      target === null
        ? { label: "Open the monitor", url: signer.consoleUrl({ monitorId: id, runId: null }) }
        : { label: "Open the alert targets", url: signer.alertsUrl },
    actions: [],
    pictureUrl: null,
    at: new Date(),
  };
}

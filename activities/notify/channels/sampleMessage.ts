import type { ActivityPorts } from "../../ports.ts";
import { oneLine } from "../alert/changeFacts.ts";
import { sampleAlert } from "../alert/sampleAlert.ts";
import { withTemplate } from "../alert/withTemplate.ts";
import type { ChannelMessage } from "./message.ts";

/**
 * The message of a test: it looks like a change and says that it is a sample. `id` is that of a monitor or an alert target. The
 * target's template words the message.
 */
export async function sampleMessage(
  { database, signer }: Pick<ActivityPorts, "database" | "signer">,
  id: string,
): Promise<ChannelMessage> {
  const [monitor, target] = await Promise.all([
    database.monitors.findOne({ _id: id }),
    database.alertTargets.findOne({ _id: id }),
  ]);
  const name = oneLine(monitor?.spec.name ?? target?.name ?? "", 100) || "Your monitor";
  const usualMessage: ChannelMessage = {
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
  const { values } = sampleAlert("monitor.change_detected", null);
  const worded = withTemplate(usualMessage, target?.template, values);
  return worded.title === usualMessage.title ? worded : { ...worded, title: `Test: ${worded.title}` };
}

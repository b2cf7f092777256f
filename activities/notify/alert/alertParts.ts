import type { NumberHistory } from "#rules/numberHistory.ts";
import type { AlertFacts, AlertType } from "#schemas/events.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunPicture, RunRecord } from "#schemas/monitor/run.ts";
import type { WordChange } from "#schemas/monitor/text.ts";
import type { ActionLink, AlertLink } from "./alertLinks.ts";
import type { Fact } from "./changeFacts.ts";

/** The content of a message about a monitor, for mails and channels. */
export type AlertMessage = {
  type: AlertType;
  title: string;
  lead: string;
  /** Host of the page. */
  host: string;
  /** Address of the page, if the account's setting shows one that leads to it. Else null. */
  pageUrl: string | null;
  /** The facts that come first, such as why a capture failed. */
  notes: Fact[];
  words: WordChange[];
  /** Measures, for the end of a message. */
  facts: Fact[];
  /** The history of the monitor's first number; null without one. */
  numbers: NumberHistory | null;
  /** The comparison in the console, or the monitor if the event has no run. */
  see: AlertLink;
  actions: ActionLink[];
  /** Signed address of a picture: the changed part before and after, else a drawing or a capture. Null without one. */
  pictureUrl: string | null;
  at: Date;
};

/** A monitor's event for a message. */
export type AlertInput = AlertFacts & { accountId: string; type: AlertType };

/** The parts of a message. `timeZone` is an IANA name. */
export type AlertParts = {
  input: Omit<AlertInput, "accountId">;
  run: RunRecord | null;
  monitor: MonitorRecord | null;
  pageUrl: string | null;
  pair: RunPicture | null;
  timeZone: string;
  to: string;
};

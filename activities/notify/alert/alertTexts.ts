import type { AlertFacts, AlertType, RecoveryReason } from "#schemas/events.ts";

/** The texts for an event. `name` is the monitor's name in one line. */
type EventText = { title: (name: string) => string; lead: string };

const eventTexts = {
  "monitor.change_detected": {
    title: (name) => `${name} has changed`,
    lead: "The page differs from its baseline. A second capture confirmed it.",
  },
  "monitor.change_updated": {
    title: (name) => `${name} has changed further`,
    lead: "The page differs from its baseline, and from the change in the last message. A second capture confirmed both.",
  },
  "monitor.failed": {
    title: (name) => `${name} can't be captured`,
    lead: "Several captures in a row have failed. You get one more message when a capture succeeds.",
  },
  "monitor.failure_recovered": {
    title: (name) => `${name} can be captured again`,
    lead: "A capture succeeded after several had failed.",
  },
  "monitor.expectation_broken": {
    title: (name) => `${name} is not as expected`,
    lead: "A text that should be on the page is missing, or one that should not be is there.",
  },
  "monitor.expectation_recovered": {
    title: (name) => `${name} is as expected again`,
    lead: "The page has all expected texts again, and none of the others.",
  },
  "monitor.paused": {
    title: (name) => `${name} is paused`,
    lead: "The plan's limit is reached, or the credits ran out. The monitor resumes by itself when both allow it.",
  },
} as const satisfies Record<Exclude<AlertType, "monitor.change_recovered">, EventText>;

/** Texts for the end of a change. If the page was not compared again, the text does not claim that it changed back. */
const recoveryTexts = {
  restored: {
    title: (name) => `${name} has changed back`,
    lead: "The page does not differ from the baseline from before the change. So the page looks as it did before.",
  },
  stayed: {
    title: (name) => `${name} has not changed again`,
    lead: "The page does not differ from the baseline from after the change. So the page has kept the change.",
  },
  below_threshold: {
    title: (name) => `${name} changed below its threshold`,
    lead: "The page differs from the baseline by less than the monitor's threshold.",
  },
  baseline_chosen: {
    title: (name) => `${name} has a new baseline`,
    lead: "A user chose another run as the baseline. Later captures are compared with that run.",
  },
  condition_ended: {
    title: (name) => `${name} no longer meets its conditions`,
    lead: "The values no longer meet the monitor's conditions. You get a message when they do again.",
  },
  baseline_renewed: {
    title: (name) => `${name} has a new baseline`,
    lead: "The monitor's address, capture or comparison was edited. Captures from before and after the edit can't be compared. So the latest capture is the new baseline.",
  },
} as const satisfies Record<RecoveryReason, EventText>;

/** The texts for an event. @throws Error if the end of a change has no reason. */
export function eventTextOf(type: AlertType, { reason }: Pick<AlertFacts, "reason">): EventText {
  if (type !== "monitor.change_recovered") return eventTexts[type];
  if (reason === null) throw new Error("A message about the end of a change has no reason.");
  return recoveryTexts[reason];
}

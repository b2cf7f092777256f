import { type Html, html } from "#markup/html.ts";
import type { AlertFacts, AlertType, BelowThreshold, RecoveryReason } from "#schemas/events.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import type { AlertPicture } from "./alertPicture.ts";
import { changeFacts, type Fact, oneLine } from "./changeFacts.ts";
import { type Content, renderLayout } from "./layout.ts";

type Alert = {
  type: AlertType;
  letter: AlertFacts;
  /** The run of the event; null if the event has none, or if the run was deleted. */
  run: RunRecord | null;
  picture: AlertPicture | null;
  /** IANA name. */
  timeZone: string;
  links: { captures: { label: string; url: string }[]; pause: string; unsubscribe: string };
};

/** The texts for an event. `name` is the monitor's name in one line. */
type EventText = { title: (name: string) => string; lead: string };

const eventTexts = {
  "monitor.change_detected": {
    title: (name) => `${name} has changed`,
    lead: "The page differs from its baseline, and a second capture confirmed it.",
  },
  "monitor.failed": {
    title: (name) => `${name} can't be captured`,
    lead: "Several captures in a row have failed. You will get one more mail, when a capture succeeds.",
  },
  "monitor.failure_recovered": {
    title: (name) => `${name} can be captured again`,
    lead: "A capture succeeded after several had failed. The incident is closed.",
  },
  "monitor.paused": {
    title: (name) => `${name} is paused`,
    lead: "The plan limit was reached or the credits ran out. The monitor resumes by itself when the plan and the credits allow it.",
  },
} as const satisfies Record<Exclude<AlertType, "monitor.change_recovered">, EventText>;

/** Texts for the end of a change. If the page was not compared again, the text does not claim that it changed back. */
const recoveryTexts = {
  restored: {
    title: (name) => `${name} has changed back`,
    lead: "The latest capture does not differ from the baseline. The baseline is from before the change, so the page looks as it did before. The incident is closed.",
  },
  stayed: {
    title: (name) => `${name} has not changed again`,
    lead: "The latest capture does not differ from the baseline. The baseline is from after the change, so the page has kept the change. The incident is closed.",
  },
  below_threshold: {
    title: (name) => `${name} changed below its threshold`,
    lead: "The latest capture differs from the baseline, but by less than the monitor's threshold. The incident is closed.",
  },
  baseline_chosen: {
    title: (name) => `${name} has a new baseline`,
    lead: "A user chose another run as the baseline. Later captures are compared with that run. The incident is closed.",
  },
  baseline_renewed: {
    title: (name) => `${name} has a new baseline`,
    lead: "The monitor's address, capture options or comparison options were edited. Captures from before and after the edit can't be compared. So the latest capture is the new baseline, and the change was not checked again. The incident is closed.",
  },
} as const satisfies Record<RecoveryReason, EventText>;

function eventTextOf(type: AlertType, { reason }: AlertFacts): EventText {
  if (type !== "monitor.change_recovered") return eventTexts[type];
  if (reason === null) throw new Error("A mail about the end of a change has no reason.");
  return recoveryTexts[reason];
}

/** The mail about a monitor's event. It does not contain the page's address, which is never shown. */
export function alertMail({ type, letter, run, picture, timeZone, links }: Alert): Content {
  const eventText = eventTextOf(type, letter);
  const { lead } = eventText;
  const title = eventText.title(oneLine(letter.name) || "Your monitor");
  const facts = factsOf(letter, run, timeZone);
  const mayPause = type !== "monitor.paused";
  return {
    subject: title,
    text: [
      `${title}.\n\n${lead}\n`,
      ...facts.map(([label, value]) => `${label}: ${value}`),
      "",
      ...links.captures.map(({ label, url }) => `${label}: ${url}`),
      "",
      ...(mayPause ? [`Pause this monitor: ${links.pause}`] : []),
      `Unsubscribe from these mails: ${links.unsubscribe}`,
      "",
    ].join("\n"),
    html: renderLayout({
      title,
      preview: facts.map(([label, value]) => `${label}: ${value}`).join(" · "),
      body: html`<p style="margin:0 0 16px">${lead}</p>
        ${factTable(facts)}${picture === null ? null : pictureBlock(picture, links.captures[0]?.url)}${captureLinks(links.captures)}`,
      button: null,
      foot: html`${mayPause ? html`<a href="${links.pause}" style="color:#1d5fd1">Pause this monitor</a> &middot; ` : null}<a
          href="${links.unsubscribe}"
          style="color:#1d5fd1"
          >Unsubscribe from these mails</a
        ><br />The links work for 30 days.`,
    }),
  };
}

function factsOf({ at, incident, belowThreshold }: AlertFacts, run: RunRecord | null, timeZone: string): Fact[] {
  const { findings, capture, error } = run ?? {};
  const title = oneLine(capture?.page.title ?? "");
  return [
    ...(findings === undefined ? [] : findingsOf(findings)),
    ...(belowThreshold === undefined ? [] : [smallDifferences(belowThreshold)]),
    ...(error === undefined ? [] : [["Why", oneLine(error.message)] as const]),
    ...(error === undefined || incident === null
      ? []
      : [["Failed in a row", String(incident.consecutiveFailures)] as const]),
    ...(title === "" ? [] : [["Page title", title.slice(0, 200)] as const]),
    ["When", timeIn(timeZone, at)],
  ];
}

function findingsOf(findings: NonNullable<RunRecord["findings"]>): Fact[] {
  const { differenceRatio, threshold, regions, regionsTruncated, pageRegions } = findings;
  const count = `${regions.length}${regionsTruncated ? " or more" : ""}`;
  // With recorded regions, the change of one region is enough, even if it is a small part of the picture.
  const condition = `from ${percent(threshold)}${pageRegions === undefined ? "" : " of it or of one of its regions"}`;
  const rule = `alerts ${threshold === 0 ? "on any visible change" : condition}`;
  return [
    ["Changed", `${percent(differenceRatio)} of the picture (${rule})`],
    ...(regions.length === 0 ? [] : [["Areas", count] as const]),
    ...changeFacts(findings),
  ];
}

function smallDifferences({ runs, runId, differenceRatio }: BelowThreshold): Fact {
  const share = `${percent(differenceRatio)} of the picture (run ${runId})`;
  const value = runs === 1 ? share : `${runs} runs since the last message; the largest changed ${share}`;
  return ["Changed below your threshold", value];
}

function percent(ratio: number): string {
  if (ratio > 0 && ratio < 0.0001) return "less than 0.01 %";
  return `${(ratio * 100).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;
}

function timeIn(timeZone: string, at: Date): string {
  const style = { dateStyle: "medium", timeStyle: "long" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...style, timeZone }).format(at);
}

function factTable(facts: readonly Fact[]): Html {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
        <td style="padding:3px 16px 3px 0;color:#5b6776;white-space:nowrap;vertical-align:top">${label}</td>
        <td style="padding:3px 0;color:#17202b;word-break:break-word">${value}</td>
      </tr>`,
  );
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 18px;font-size:14px;line-height:20px"
  >
    ${rows}
  </table>`;
}

function pictureBlock({ attachment: { cid }, width, height, part }: AlertPicture, url: string | undefined): Html {
  const picture = html`<img
    src="cid:${cid}"
    alt="The capture, changes marked"
    width="${width}"
    height="${height}"
    style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #dfe3e8"
  />`;
  return html`${url === undefined ? picture : html`<a href="${url}">${picture}</a>`}
    <p style="margin:6px 0 18px;font-size:13px;line-height:18px;color:#5b6776">${part ?? "The whole capture."}</p>`;
}

function captureLinks(captures: Alert["links"]["captures"]): Html | null {
  if (captures.length === 0) return null;
  const links = captures.map(
    ({ label, url }, index) =>
      html`${index === 0 ? null : html` &middot; `}<a href="${url}" style="color:#1d5fd1">${label}</a>`,
  );
  return html`<p style="margin:0">${links}</p>`;
}

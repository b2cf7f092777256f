import { type Html, html } from "#markup/html.ts";
import type { AlertFacts, AlertType, BelowThreshold, RecoveryReason } from "#schemas/events.ts";
import type { RunRecord } from "#schemas/run.ts";
import type { AlertPicture } from "./alertPicture.ts";
import { changePlaces, type Fact, oneLine } from "./changePlaces.ts";
import { type Content, layOut } from "./layout.ts";

type Alert = {
  type: AlertType;
  letter: AlertFacts;
  /** The run it tells of; null where it tells of none, or the run is gone. */
  run: RunRecord | null;
  picture: AlertPicture | null;
  /** IANA name. */
  timeZone: string;
  links: { captures: { label: string; url: string }[]; pause: string; unsubscribe: string };
};

/** What is said of an event; `name` is the monitor's, made fit for one line. */
type Saying = { title: (name: string) => string; lead: string };

const sayings = {
  "monitor.change_detected": {
    title: (name) => `${name} has changed`,
    lead: "The page differs from its baseline, and a second capture confirmed it.",
  },
  "monitor.failed": {
    title: (name) => `${name} can't be captured`,
    lead: "Several captures in a row have failed. You will hear of it once more, when one succeeds.",
  },
  "monitor.failure_recovered": {
    title: (name) => `${name} can be captured again`,
    lead: "The page was captured after failing for a while. The incident is closed.",
  },
  "monitor.paused": {
    title: (name) => `${name} is not being watched`,
    lead: "The account's plan or its credits stand against it. It goes on by itself when they no longer do.",
  },
} as const satisfies Record<Exclude<AlertType, "monitor.change_recovered">, Saying>;

/** Texts for the end of a change. They claim nothing about a page that was not compared again. */
const endings = {
  restored: {
    title: (name) => `${name} shows no more change`,
    lead: "The latest capture does not differ from the baseline. The baseline is from before the change, so the page is again as it was. The incident is closed.",
  },
  stayed: {
    title: (name) => `${name} has not changed again`,
    lead: "The latest capture does not differ from the baseline. The baseline is from after the change, so the page has stayed as it became. A rolling baseline moves with the captures, so the page did not go back. The incident is closed.",
  },
  below_threshold: {
    title: (name) => `${name} changed below its threshold`,
    lead: "The latest capture differs from the baseline, but by less than the monitor's threshold. The incident is closed.",
  },
  baseline_chosen: {
    title: (name) => `${name} has a new baseline`,
    lead: "Another run was made the baseline by hand, and that settles the change: later captures are compared with that run. The incident is closed.",
  },
  baseline_renewed: {
    title: (name) => `${name} has a new baseline`,
    lead: "The monitor's address, capture or comparison was edited, and captures made differently can't be compared. So the latest capture is the new baseline, and nobody has looked whether the change is still there. The incident is closed.",
  },
} as const satisfies Record<RecoveryReason, Saying>;

function sayingOf(type: AlertType, { reason }: AlertFacts): Saying {
  if (type !== "monitor.change_recovered") return sayings[type];
  if (reason === null) throw new Error("A mail about the end of a change has no reason.");
  return endings[reason];
}

/** The mail that tells of a monitor's event. The page's address stands in none: it is never shown. */
export function alertMail({ type, letter, run, picture, timeZone, links }: Alert): Content {
  const saying = sayingOf(type, letter);
  const { lead } = saying;
  const title = saying.title(oneLine(letter.name) || "Your monitor");
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
      `Get no more of these mails: ${links.unsubscribe}`,
      "",
    ].join("\n"),
    html: layOut({
      title,
      preview: facts.map(([label, value]) => `${label}: ${value}`).join(" · "),
      body: html`<p style="margin:0 0 16px">${lead}</p>
        ${factTable(facts)}${picture === null ? null : drawn(picture, links.captures[0]?.url)}${captureLinks(links.captures)}`,
      button: null,
      foot: html`${mayPause ? html`<a href="${links.pause}" style="color:#1d5fd1">Pause this monitor</a> &middot; ` : null}<a
          href="${links.unsubscribe}"
          style="color:#1d5fd1"
          >Get no more of these mails</a
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
  // Where the page's own regions are recorded, one of them alone is enough, however little of the picture it is.
  const least = `from ${percent(threshold)}${pageRegions === undefined ? "" : " of it or of one of its regions"}`;
  const rule = `alerts ${threshold === 0 ? "on any visible change" : least}`;
  return [
    ["Changed", `${percent(differenceRatio)} of the picture (${rule})`],
    ...(regions.length === 0 ? [] : [["Areas", count] as const]),
    ...changePlaces(findings),
  ];
}

function smallDifferences({ runs, runId, differenceRatio }: BelowThreshold): Fact {
  const share = `${percent(differenceRatio)} of the picture (run ${runId})`;
  const said = runs === 1 ? share : `${runs} runs since the last message; the largest changed ${share}`;
  return ["Changed below your threshold", said];
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

function drawn({ attachment: { cid }, width, height, part }: AlertPicture, url: string | undefined): Html {
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

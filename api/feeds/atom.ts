import { toXml } from "xast-util-to-xml";
import { x } from "xastscript";
import type { CloseReason } from "#schemas/monitor/history.ts";
import type { RunOutputName } from "#schemas/monitor/run.ts";
import { conditionLine } from "#rules/conditionWords.ts";
import { hasFigures } from "#rules/pictureFigures.ts";
import { linkMs } from "#schemas/settings/retention.ts";
import { signRunOutputUrl } from "#vault/signatures.ts";
import type { Links } from "../ports.ts";
import { type FeedEntry, updatedAt } from "./store.ts";

/** A feed's own address and title, and when it was created. */
export type FeedHead = { id: string; url: string; title: string; createdAt: Date };

/** The feed as Atom (RFC 4287). Two calls with the same incidents give the same bytes. */
export function composeAtom(links: Omit<Links, "now">, head: FeedHead, entries: readonly FeedEntry[]): string {
  const [newest] = entries;
  const updated = newest === undefined ? head.createdAt.toISOString() : updatedAt(newest.incident);
  const feed = x("feed", { xmlns: "http://www.w3.org/2005/Atom" }, [
    x("id", `urn:uuid:${head.id}`),
    x("title", clean(head.title)),
    x("updated", updated),
    x("link", { rel: "self", type: "application/atom+xml", href: head.url }),
    x("link", { rel: "alternate", type: "text/html", href: new URL("/console", links.publicUrl).href }),
    x("author", [x("name", "Watchframe")]),
    ...entries.map((entry) => toEntry(links, entry)),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${toXml(feed)}\n`;
}

function toEntry(links: Omit<Links, "now">, entry: FeedEntry) {
  const { incident, monitor, run } = entry;
  const place = `/console/monitors/${monitor._id}${run === null ? "" : `/runs/${run._id}`}`;
  return x("entry", [
    x("id", `urn:uuid:${incident.id}`),
    x("title", clean(titleOf(entry))),
    x("published", incident.openedAt),
    x("updated", updatedAt(incident)),
    x("link", { rel: "alternate", type: "text/html", href: new URL(place, links.publicUrl).href }),
    ...monitor.spec.tags.map((tag) => x("category", { term: clean(tag) })),
    x("content", { type: "xhtml" }, [x("div", { xmlns: "http://www.w3.org/1999/xhtml" }, contentOf(links, entry))]),
  ]);
}

/** The conditions that alerted, if there are any: "Rocket skates: €39.00 → €89.00 (above €80)". */
function titleOf({ incident, monitor, run }: FeedEntry): string {
  const line = incident.type === "change" ? conditionLine(run?.findings?.conditions) : null;
  return line === null ? `${monitor.spec.name} ${titles[incident.type]}` : `${monitor.spec.name}: ${line}`;
}

function contentOf(links: Omit<Links, "now">, { incident, monitor, run }: FeedEntry) {
  const { findings, error } = run ?? {};
  const lines = [
    `Page of ${monitor.spec.host}.`,
    ...(incident.reason === null ? [] : [ends[incident.reason]]),
    ...(hasFigures(findings)
      ? [
          `${percent(findings.differenceRatio)} of the picture changed.${
            findings.conditions === undefined ? ` The threshold is ${percent(findings.threshold)}.` : ""
          }`,
        ]
      : []),
    ...(findings?.redirectedTo === undefined
      ? []
      : [`The page leads to another address, on ${findings.redirectedTo}.`]),
    ...(incident.type !== "change" && error !== undefined ? [error.message] : []),
  ];
  const words = findings?.text?.changes ?? [];
  const picture = pictureOf(links, { incident, monitor, run });
  return [
    ...lines.map((line) => x("p", clean(line))),
    ...(words.length === 0
      ? []
      : [
          x(
            "ul",
            words.map(({ change, words: text }) =>
              x("li", { dir: "auto" }, [x(change === "added" ? "ins" : "del", clean(text))]),
            ),
          ),
        ]),
    ...(picture === null ? [] : [x("p", [x("img", { src: picture, alt: "The page when it was captured" })])]),
  ];
}

const titles: Record<FeedEntry["incident"]["type"], string> = {
  change: "has changed",
  failure: "can't be captured",
  expectation: "is not as expected",
};

/** How an incident ended. */
const ends: Record<CloseReason, string> = {
  restored: "The page has changed back since.",
  stayed: "The page has kept the change since.",
  below_threshold: "The page differs by less than the threshold now.",
  baseline_chosen: "Another run was chosen as the baseline since.",
  baseline_renewed: "The monitor was edited, so it has a new baseline.",
  condition_ended: "The values no longer meet the conditions.",
  changed_again: "The page has changed again since.",
  captured: "The page can be captured again.",
  expected: "The page is as expected again.",
};

/** The signed address of the changed part before and after, else of the whole page. Its signature ends 30 days after the incident began. */
function pictureOf(links: Omit<Links, "now">, { incident, monitor, run }: FeedEntry): string | null {
  if (run?.capture === undefined) return null;
  const name: RunOutputName =
    run.pair !== undefined ? "pair" : run.visualization !== undefined ? "visualization" : "screenshot";
  const target = { monitorId: monitor._id, runId: run._id, name, now: new Date(incident.openedAt) };
  return signRunOutputUrl(links, { ...target, seconds: linkMs.alert / 1_000 }).url;
}

function percent(ratio: number): string {
  if (ratio > 0 && ratio < 0.0001) return "Less than 0.01 %";
  return `${(ratio * 100).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;
}

/** The text without characters that XML 1.0 has no form for, and without the end of a CDATA section, which is not escaped. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("]]>", "]] >")
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

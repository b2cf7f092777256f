import { expect } from "chai";
import { composeAlert } from "#activities/notify/alert/alertMessage.ts";
import { alertMail } from "#activities/notify/mail/alertMail.ts";
import { verificationMail } from "#activities/notify/mail/writeMail.ts";
import type { ActivityPorts } from "#activities/ports.ts";
import { type AlertType, type BelowThreshold, EmailType, type RecoveryReason } from "#schemas/events.ts";
import type { MonitorRecord, OpenIncident } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { testSigner } from "../support/testSigner.ts";

const id = "01900000-0000-7000-8000-000000000000";
const at = new Date("2026-11-21T12:00:00Z");
const incident: OpenIncident = {
  id,
  type: "failure",
  status: "open",
  openedAt: at.toISOString(),
  runId: id,
  consecutiveFailures: 3,
  updates: [],
  lastNotifiedAt: null,
};
const alertTypes = EmailType.enum.filter((type): type is AlertType => type.startsWith("monitor."));

type Written = {
  name?: string;
  recovery?: RecoveryReason;
  changesInARow?: number;
  belowThreshold?: BelowThreshold;
} & { [Field in keyof RunRecord]?: unknown };

const signer: ActivityPorts["signer"] = {
  ...testSigner,
  consoleUrl: ({ runId }) => `http://api.test/console/${runId ?? "monitor"}`,
  runOutputUrl: () => ({ url: "http://api.test/picture", expiresAt: at }),
  alertActionUrl: ({ action, runId }) => `http://api.test/${action}?run=${runId}`,
};
const monitor = (baselineMode: "fixed" | "rolling") =>
  ({ _id: id, spec: { host: "shop.example", baselineMode }, recentRuns: "[]" }) as unknown as MonitorRecord;

const written = (
  type: AlertType,
  {
    name = "Prices",
    recovery,
    changesInARow,
    belowThreshold,
    mode = "fixed",
    pageUrl = null,
    ...run
  }: Written & { mode?: "fixed" | "rolling"; pageUrl?: string | null } = {},
) =>
  alertMail({
    message: composeAlert(signer, {
      input: {
        type,
        monitorId: id,
        name,
        runId: id,
        incident,
        reason: recovery ?? (type === "monitor.change_recovered" ? "restored" : null),
        ...(changesInARow !== undefined && { changesInARow }),
        ...(belowThreshold !== undefined && { belowThreshold }),
        at,
      },
      run: { _id: id, ...run } as RunRecord,
      monitor: monitor(mode),
      pageUrl,
      pair: null,
      timeZone: "Asia/Tokyo",
      to: "account",
    }),
    picture: null,
    captures: [{ label: "This capture", url: "http://api.test/capture?a=1&b=2" }],
    unsubscribe: "http://api.test/unsubscribe",
  });

describe("an alert's mail", () => {
  it("says how to get fewer, from the fifth change in a row on", () => {
    const { text, html } = written("monitor.change_updated", { changesInARow: 5 });
    for (const part of [text, html]) expect(part).to.match(/Changes in a row[\s\S]*5\. To get fewer messages/);
    expect(written("monitor.change_detected").text).to.not.include("in a row");
  });

  for (const type of alertTypes) {
    it(`of ${type} has the same content in both parts and a one-line subject for any monitor name`, () => {
      const name = `<b>"A" & 'B'</b>\r\nBcc: evil@example.com\u2028\u202e${"x".repeat(50)}`;
      const { subject, html, text } = written(type, { name });
      expect(subject).to.match(/^<b>"A" & 'B'<\/b> Bcc: evil@example\.com x{50} \S/);
      expect(subject).to.not.match(/[\p{Cc}\p{Zl}\u202e]/u);
      expect(text.startsWith(`${subject}.`)).to.equal(true);
      expect(html)
        .to.include("&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;")
        .and.include('href="http://api.test/capture?a=1&amp;b=2"')
        .and.not.include("<b>");
      expect(text).to.include("This capture: http://api.test/capture?a=1&b=2");
      expect(text).to.include("Unsubscribe from these mails: http://api.test/unsubscribe");
      expect([text, html].every((part) => part.includes("21 Nov 2026, 21:00:00 GMT+9"))).to.equal(true);
      expect(text.includes("/pause")).to.equal(type !== "monitor.paused");
    });
  }

  it("explains the end of a change: a new baseline does not mean that the page went back", () => {
    const restored = written("monitor.change_recovered", { recovery: "restored" });
    expect(restored.subject).to.equal("Prices has changed back");
    expect([restored.text, restored.html].every((part) => part.includes("the page looks as it did before"))).to.equal(
      true,
    );
    const stayed = written("monitor.change_recovered", { recovery: "stayed" });
    expect(stayed.subject).to.equal("Prices has not changed again");
    expect([stayed.text, stayed.html].every((part) => part.includes("the page has kept the change"))).to.equal(true);
    const chosen = written("monitor.change_recovered", { recovery: "baseline_chosen" });
    expect(chosen.subject).to.equal("Prices has a new baseline");
    expect(chosen.text)
      .to.include("chose another run as the baseline")
      .and.not.match(/changed back|as it did before/);
    expect(`${stayed.subject} ${stayed.text} ${stayed.html}`).to.not.match(/changed back|as it did before/);
  });

  it("has the buttons that make sense: no acceptance of what is the baseline already", () => {
    const buttons = (type: AlertType, mode: "fixed" | "rolling") => {
      const { text, html } = written(type, { mode });
      const found = [...text.matchAll(/^(.+): http:\/\/api\.test\/(accept|mute|pause)\?run=(.*)$/gm)];
      for (const [, label = ""] of found) expect(html).to.match(new RegExp(`class="button side"[^>]*>${label}</a`));
      return found.map(([, , action = "", run = ""]) => `${action} ${run}`.trim());
    };
    expect(buttons("monitor.change_detected", "fixed")).to.deep.equal([`accept ${id}`, "mute", "pause"]);
    expect(buttons("monitor.change_detected", "rolling")).to.deep.equal(["mute", "pause"]);
    expect(buttons("monitor.failed", "fixed")).to.deep.equal(["mute", "pause"]);
    expect(buttons("monitor.change_recovered", "fixed")).to.deep.equal(["pause"]);
    expect(buttons("monitor.paused", "fixed")).to.deep.equal([]);
  });

  it("has a readable subject when the monitor's name is blank", () => {
    expect(written("monitor.change_detected", { name: " \n " }).subject).to.equal("Your monitor has changed");
  });

  it("cuts long names and titles between characters", () => {
    const long = `a${"\u{1f600}".repeat(120)}`;
    const pageRegions = [{ label: long, role: "main", status: "added", changes: [], x: 0, y: 0, width: 9, height: 9 }];
    const findings = { differenceRatio: 0.1, threshold: 0, regions: [], regionsTruncated: false, pageRegions };
    const capture = { page: { title: long } };
    const run = { findings, capture };
    const { subject, html, text } = written("monitor.change_detected", { name: long, ...run });
    expect([subject, html, text].map((part) => part.isWellFormed())).to.deep.equal([true, true, true]);
    expect(subject).to.match(/^a(?:\u{1f600}){49}… has changed$/u);
    expect(text)
      .to.match(/^Added: a(?:\u{1f600}){39}…$/mu)
      .and.to.match(/^Page title: a(?:\u{1f600}){99}…$/mu);
  });

  it("names the reason and the number of failures in a row", () => {
    const message = "</p><img src=x onerror=alert(1)>";
    const { html, text } = written("monitor.failed", { error: { code: "tls_error", message, retryable: false } });
    expect(text).to.include(`Why: ${message}`).and.include("Failed in a row: 3");
    expect(html).to.include("&lt;/p&gt;&lt;img src=x").and.not.include("<img");
  });

  it("that asks for consent names the account, so that it does not read like phishing", () => {
    const account = "owner@example.com";
    const { subject, html, text } = verificationMail({
      url: "http://api.test/verify?token=a&b",
      expiresAt: at,
      account,
    });
    expect(subject).to.equal("Confirm this address for page alerts of owner@example.com");
    for (const part of [html, text]) expect(part).to.include("owner@example.com watches web pages with Watchframe");
    expect(html).to.include('href="http://api.test/verify?token=a&amp;b"').and.include("2026-11-21 12:00 UTC");
    expect(text).to.include("Confirm: http://api.test/verify?token=a&b");
  });

  it("links the page if the account shows its address", () => {
    const pageUrl = "https://shop.example/?a=1&b=2";
    const { html, text } = written("monitor.change_detected", { pageUrl });
    expect(text).to.include(`Page: ${pageUrl}\n`);
    expect(html).to.include('href="https://shop.example/?a=1&amp;b=2"');
    expect(written("monitor.change_detected").html).not.to.include('href="https://shop.example');
  });

  it("of a failure opens the monitor, as a failed run has nothing to compare", () => {
    const error = { code: "tls_error", message: "no", retryable: false } as const;
    expect(written("monitor.failed", { error }).text).to.include("Open the monitor: http://api.test/console/monitor\n");
    const findings = { differenceRatio: 0.1, threshold: 0, regions: [], regionsTruncated: false };
    const { text } = written("monitor.change_detected", { findings });
    expect(text).to.include(`See what changed: http://api.test/console/${id}\n`);
  });
});

describe("an alert's mail: differences and thresholds", () => {
  it("prints even tiny shares as readable numbers", () => {
    const shares: [number, string][] = [
      [0, "0 %"],
      [0.00003, "less than 0.01 %"],
      [0.000123, "0.0123 %"],
      [0.12345, "12.3 %"],
      [1, "100 %"],
    ];
    for (const [differenceRatio, shown] of shares) {
      const findings = { differenceRatio, threshold: 0.01, regions: [], regionsTruncated: false };
      const { text } = written("monitor.change_detected", { findings });
      expect(text).to.include(`Changed: ${shown} of the picture (alerts from 1 %)`);
    }
  });

  it("states that any change counts when the threshold is 0", () => {
    const findings = { differenceRatio: 0.5, threshold: 0, regions: [], regionsTruncated: false };
    const { text } = written("monitor.change_detected", { findings });
    expect(text).to.include("Changed: 50 % of the picture (alerts on any visible change)");
  });

  it("names the differences below the threshold since the last message", () => {
    const one = { runs: 1, runId: id, differenceRatio: 0.002 };
    const ways: [BelowThreshold, string][] = [
      [one, `0.2 % of the picture (run ${id})`],
      [{ ...one, runs: 3 }, `3 runs since the last message; the largest changed 0.2 % of the picture (run ${id})`],
    ];
    for (const [belowThreshold, said] of ways) {
      const { html, text } = written("monitor.change_detected", { belowThreshold });
      expect(text).to.include(`Changed below your threshold: ${said}`);
      expect(html).to.include("Changed below your threshold").and.include(said);
    }
    expect(written("monitor.change_detected").text).to.not.include("threshold");
  });

  it("never calls a page unchanged after a change below the threshold", () => {
    const { subject, text } = written("monitor.change_recovered", { recovery: "below_threshold" });
    expect(subject).to.equal("Prices changed below its threshold");
    expect(text).to.not.match(/not changed again|changed back|as it did before|kept the change|does not differ/);
  });

  it("names the changed part, and states that one region suffices when regions are recorded", () => {
    const area = { x: 0, y: 0, width: 9, height: 9, differenceRatio: 0.4, status: "changed" };
    const findings = {
      differenceRatio: 0.00105,
      threshold: 0.01,
      regions: [{ ...area, region: "Bread\nof the day" }, { ...area, region: "Bread\nof the day" }, area],
      regionsTruncated: false,
      pageRegions: [],
    };
    const { html, text } = written("monitor.change_detected", { findings });
    expect(text)
      .to.include("Changed: 0.105 % of the picture (alerts from 1 % of it or of one of its regions)")
      .and.include("Where: Bread of the day\n");
    expect(html).to.include("Bread of the day");
  });
});

describe("an alert's mail: changed words", () => {
  const text = {
    changed: true,
    addedWords: 1_200,
    removedWords: 1,
    changes: [
      { change: "removed", words: "costs €39\u2028each" },
      { change: "added", words: "costs <b>€45</b> each" },
    ],
    diff: null,
  };
  const picture = { differenceRatio: 0.5, threshold: 0, regions: [], regionsTruncated: false };

  it("are listed with a sign each, in both parts", () => {
    const mail = written("monitor.change_detected", {
      findings: { ...picture, text },
    });
    expect(mail.text).to.include("Words: 1,200 added, 1 removed\n");
    expect(mail.text).to.include("\n− costs €39 each\n+ costs <b>€45</b> each\n");
    expect(mail.text).to.include("Changed: 50 % of the picture");
    expect(mail.html).to.match(/>\s*−\s*<\/td>\s*<td[^>]*>\s*costs €39 each\s*<\/td>/);
    expect(mail.html).to.match(/>\s*\+\s*<\/td>\s*<td[^>]*>\s*costs &lt;b&gt;€45&lt;\/b&gt; each\s*<\/td>/);
  });

  const pairOf = (before: string, after: string) => ({
    ...text,
    changes: [
      { change: "removed", words: before },
      { change: "added", words: after },
    ],
  });
  const subjectOf = (findings: object, type: AlertType = "monitor.change_detected") =>
    written(type, { name: "Kettle price", findings: { ...picture, ...findings } }).subject;

  it("are the subject if one short text became another", () => {
    const priced = { text: pairOf("€ 39.00", "€ 34.00") };
    expect(subjectOf(priced)).to.equal("Kettle price: € 39.00 → € 34.00");
    expect(subjectOf(priced, "monitor.change_updated")).to.equal("Kettle price: € 39.00 → € 34.00");
    expect(subjectOf(priced, "monitor.change_recovered")).to.equal("Kettle price has changed back");
    const entry = (price: number) => `$.items[?@.name=="Anvil"].price: ${price}`;
    expect(subjectOf({ text: pairOf(entry(39), entry(89)) })).to.equal(`Kettle price: ${entry(39)} → 89`);
    const region = { status: "changed", role: "text", changes: [], x: 0, y: 0, width: 9, height: 9 };
    const renamed = { ...region, previousLabel: "In stock", label: "Sold\u2028out" };
    expect(subjectOf({ pageRegions: [{ ...region, label: "Same" }, renamed] })).to.equal(
      "Kettle price: In stock → Sold out",
    );
  });

  it("are no subject if they are long, several, or on one side only", () => {
    const long = "a price that nobody would want to read in a subject";
    const several = [...pairOf("1", "2").changes, ...pairOf("3", "4").changes];
    const onesided = { ...text, changes: [{ change: "added", words: "New" }] };
    for (const words of [pairOf("€ 39", long), { ...text, changes: several }, onesided])
      expect(subjectOf({ text: words })).to.equal("Kettle price has changed");
  });

  it("come before the buttons, and the measures in one line after them", () => {
    const mail = written("monitor.change_detected", {
      findings: { ...picture, text: pairOf("€ 39.00", "€ 34.00") },
    });
    // A mail program shows what comes before the brand beside the subject.
    const html = mail.html.slice(mail.html.indexOf("WATCHFRAME"));
    for (const part of [mail.text, html])
      expect(part.lastIndexOf("€ 34.00")).to.be.below(part.indexOf("Changed: 50 %"));
    expect(html.lastIndexOf("€ 34.00")).to.be.below(html.indexOf('class="button'));
    expect(html.indexOf('class="button')).to.be.below(html.indexOf("Changed: 50 %"));
    expect(html).to.match(/Page: shop\.example · Changed: 50 % of the picture \(.*?\) · Words: /);
  });

  it("follow a sentence that names conditions only for a monitor that has some", () => {
    const shown = (value: string) => ({ value, text: value });
    const stock = { value: "stock", before: shown("Sold out"), after: shown("In stock") };
    const above = { value: "price", is: "above", than: 80, before: shown("€39"), after: shown("€89") };
    const changed = { ...stock, is: "changed" };
    const leadBy = (...conditions: object[]) =>
      written("monitor.change_detected", { findings: { ...picture, pictureCompared: false, conditions } }).text;
    expect(leadBy(changed)).to.include("Values on the page have changed.").and.not.include("condition");
    for (const conditions of [[above], [changed, above]])
      expect(leadBy(...conditions)).to.include("The values meet the monitor's conditions.");
  });

  it("stand alone if the pictures were not compared", () => {
    const findings = { ...picture, pictureCompared: false, text };
    const mail = written("monitor.change_detected", { findings });
    expect(mail.text).to.include("Words: 1,200 added").and.not.include("of the picture");
  });
});

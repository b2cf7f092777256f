import { expect } from "chai";
import { composeAlert } from "#activities/notify/alert/alertMessage.ts";
import type { AlertMessage } from "#activities/notify/alert/alertParts.ts";
import { sampleAlert } from "#activities/notify/alert/sampleAlert.ts";
import { channelBuilders } from "#activities/notify/channels/channels.ts";
import { alertMail } from "#activities/notify/mail/alertMail.ts";
import { previewTemplate } from "#activities/notify/previewTemplate.ts";
import { keysOf } from "#schemas/common.ts";
import { AlertType } from "#schemas/events.ts";
import { type MessageTemplate, templateFields } from "#schemas/messageTemplate.ts";
import { ChannelType, type ChannelSettings } from "#schemas/monitor/channels.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { channelChecks } from "../support/channelLimits.ts";
import { testSigner } from "../support/testSigner.ts";

const id = "01900000-0000-7000-8000-000000000000";
const at = new Date("2026-11-21T12:00:00Z");
const link = `https://watch.example/render?signature=${"s".repeat(250)}`;
const settings: ChannelSettings = { url: "https://chat.example/topic", token: "123456:AAAAAA", chatId: "-100" };
const all = keysOf(templateFields);
/** A template of the fields that every message about a change has. */
const everyField = all
  .filter((field) => templateFields[field].of === "all" || field.startsWith("change."))
  .map((field) => `${field}: {{${field}}}`)
  .join("\n");

type Subject = {
  type?: AlertType;
  name?: string;
  words?: string;
  template?: MessageTemplate;
  title?: string;
  pictureCompared?: boolean;
};

/** A message about a monitor whose price changed, or whose capture failed. */
function messageOf({
  type = "monitor.change_detected",
  name = "Kettle",
  words = "€ 34.00",
  template,
  title = "Shop",
  pictureCompared = true,
}: Subject) {
  const text = {
    changed: true,
    addedWords: 2,
    removedWords: 2,
    changes: [
      { change: "removed", words: "€ 39.00" },
      { change: "added", words },
    ],
  };
  const findings = {
    ...(!pictureCompared && { pictureCompared }),
    differenceRatio: 0.031,
    threshold: 0,
    regions: [{ x: 1, y: 2, width: 3, height: 4, status: "changed" }],
    regionsTruncated: false,
    text,
  };
  const failed = type === "monitor.failed";
  const run: unknown = {
    _id: id,
    capture: { page: { title } },
    ...(failed ? { error: { code: "page_status", message: "The page answered 503." } } : { findings }),
  };
  const monitor: unknown = {
    _id: id,
    spec: { host: "shop.example", baselineMode: "fixed", tags: ["shop", name] },
    recentRuns: "[]",
  };
  return composeAlert(
    { ...testSigner, alertActionUrl: () => link, consoleUrl: () => link },
    {
      input: {
        type,
        monitorId: id,
        name,
        runId: id,
        incident: failed
          ? {
              id,
              type: "failure",
              status: "open",
              openedAt: "",
              runId: id,
              consecutiveFailures: 3,
              updates: [],
              lastNotifiedAt: null,
            }
          : null,
        reason: null,
        ...(template !== undefined && { template }),
        at,
      },
      run: run as RunRecord,
      monitor: monitor as MonitorRecord,
      pageUrl: null,
      pair: null,
      timeZone: "UTC",
      to: "account",
    },
  );
}

/** Each channel's request, as a text. */
function bodiesOf(message: AlertMessage): [channel: string, body: string][] {
  const mail = alertMail({ message, picture: null, captures: [], unsubscribe: link });
  const sent = ChannelType.enum.map((type): [string, string] => [
    type,
    JSON.stringify(channelBuilders[type](message, settings).body),
  ]);
  return [["email", JSON.stringify(mail)], ...sent];
}

function problemsOf(type: ChannelType, message: AlertMessage): string[] {
  const { url, headers = {}, body } = channelBuilders[type](message, settings);
  const sent = { path: new URL(url).pathname, headers, body: JSON.stringify(body) };
  return channelChecks[type]?.(JSON.parse(sent.body), sent) ?? ["no check"];
}

describe("a message in the words of a template", () => {
  it("has them in every channel, with the page and the links, and without the usual lines", () => {
    const template = {
      title: "{{monitor.name}} costs {{value.new}}",
      text: "Before: {{value.old}}\nTags: {{monitor.tags}}",
    };
    const message = messageOf({ template });
    expect(message.title).to.equal("Kettle costs € 34.00");
    expect(message.lead).to.equal("Before: € 39.00\nTags: shop, Kettle");
    for (const [channel, body] of bodiesOf(message)) {
      const plain = body.replaceAll("\\\\", "");
      for (const said of ["Kettle costs € 34.00", "shop.example", "Tags"]) expect(plain, channel).to.include(said);
      expect(body, channel).to.include("signature=");
      for (const usual of ["baseline", "of the picture", "21 Nov"]) expect(plain, channel).to.not.include(usual);
    }
    const { html, text } = alertMail({ message, picture: null, captures: [], unsubscribe: link });
    expect(html).to.include("Before: € 39.00<br />Tags: shop, Kettle");
    expect(text).to.include("Before: € 39.00\nTags: shop, Kettle");
  });

  it("leaves out no field that it names: every one has a value in the messages of its kind", () => {
    for (const [type, of] of [
      ["monitor.change_detected", "failures"],
      ["monitor.failed", "changes"],
    ] as const) {
      const named = all.filter((field) => templateFields[field].of !== of && field !== "value.name");
      const text = named.map((field) => `${field}={{${field}}}`).join("\n");
      const { lead } = messageOf({ type, template: { text } });
      expect(lead).to.not.match(/\{\{|\}\}|null|undefined/);
      for (const field of named) expect(lead, field).to.include(`${field}=`);
    }
  });

  it("keeps the usual wording of a part that has no value for one of its fields", () => {
    const template = { title: "Now {{value.new}}", text: "{{failure.reason}}" };
    const usual = messageOf({});
    expect(messageOf({ template })).to.deep.equal({ ...usual, title: "Now € 34.00" });
    const failed = messageOf({ type: "monitor.failed", template });
    expect([failed.title, failed.lead]).to.deep.equal(["Kettle can't be captured", "The page answered 503."]);
    expect(messageOf({ template: { title: "{{monitor.tags}}" }, name: "" }).title).to.equal("shop,");
    expect(messageOf({ template: { title: " {{page.title}}\n" }, title: "" }).title).to.equal(usual.title);
  });

  it("keeps the usual wording instead of figures of a picture that was not compared", () => {
    for (const [field, value] of Object.entries({ "change.share": "3.1 %", "change.areas": "1" })) {
      const template = { text: `{{${field}}}` };
      expect(messageOf({ template }).lead).to.equal(value);
      const usual = messageOf({ pictureCompared: false });
      expect(messageOf({ template, pictureCompared: false }).lead).to.equal(usual.lead);
    }
  });

  const hostile = [
    "<!channel> @everyone <@U1> ",
    "<b onclick=x>&lt;/b></a>",
    "``` [x](http://evil.example) *_~|",
    '"\\',
    "\u{1f600}",
    "{{monitor.name}} {{secret:key}}",
    "\u202e\r\nBcc: evil@example.com\u2028",
  ];
  for (const part of hostile) {
    it(`keeps the limits, and no service interprets ${JSON.stringify(part)} in it`, () => {
      const long = part
        .repeat(200)
        .slice(0, 2_000)
        .replace(/[\ud800-\udbff]$/, "");
      const texts: Subject[] = [
        {
          name: part,
          words: part,
          title: part,
          template: {
            title: "{{monitor.name}} {{page.title}}",
            text: everyField,
          },
        },
        { template: { title: long.slice(0, 200), text: long } },
        { title: long, template: { text: "{{page.title}}\n".repeat(130) } },
      ];
      for (const subject of texts) {
        const message = messageOf(subject);
        if (subject.template?.text === everyField) expect(message.lead).to.include("change.areas: 1");
        expect(message.title).to.not.match(/[\p{Cc}\p{Zl}\u202e]/u);
        expect(message.lead.replaceAll("\n", "")).to.not.match(/[\p{Cc}\p{Zl}\u202e]/u);
        for (const type of ChannelType.enum) expect(problemsOf(type, message), type).to.deep.equal([]);
        const { html } = alertMail({ message, picture: null, captures: [], unsubscribe: link });
        expect(html).to.not.match(/<b[ >]|<!channel|<@/);
      }
    });
  }
});

describe("the preview of a template", () => {
  it("shows a sample of each event, with every field and what each channel would get", () => {
    for (const type of AlertType.enum) {
      const { title, text, messages, fields } = previewTemplate({ type, template: { title: "{{event.type}}" } });
      expect(title).to.equal(type);
      expect(text).to.not.equal("");
      expect(messages.map(({ channel }) => channel)).to.deep.equal(["email", ...ChannelType.enum]);
      for (const { channel, body } of messages)
        expect(JSON.stringify(body).replaceAll("\\\\", ""), channel).to.include(type);
      expect(fields.map(({ name }) => name)).to.deep.equal(all);
      const missing = fields.filter(({ value }) => value === null).map(({ name }) => templateFields[name].of);
      expect(missing).to.not.include("all");
    }
  });

  it("is what the service sends: the same words, escaped for each channel", () => {
    const template = { title: "<{{monitor.name}}>", text: "*{{change.summary}}* & more" };
    const { messages } = previewTemplate({ template });
    const { message } = sampleAlert("monitor.change_detected", template);
    const bodies = Object.fromEntries(messages.map(({ channel, body }) => [channel, JSON.stringify(body)]));
    for (const [channel, body] of bodiesOf(message)) {
      if (channel === "slack" || channel === "discord" || channel === "teams") expect(bodies[channel]).to.equal(body);
    }
    expect(bodies["email"]).to.include("&lt;Kettle&gt;").and.include("*€ 39.00 → € 34.00* &amp; more");
    expect(bodies["telegram"]).to.include("<b>&lt;Kettle&gt;</b>").and.include("&amp; more");
    expect(bodies["slack"]).to.include("&amp; more");
    expect(bodies["discord"]).to.include(JSON.stringify(String.raw`\*€ 39.00 → € 34.00\*`).slice(1, -1));
  });
});

/** A request as a service got it. */
type SentMessage = { path: string; headers: Record<string, string>; body: string };

type Json = Record<string, unknown>;
type Check = (body: Json, sent: SentMessage) => string[];

/** Checks a request by the limits and rules that each service publishes. Returns the problems; none if it is valid. */
export const channelChecks: Record<string, Check> = {
  slack: ({ blocks, text, ...rest }) => [
    ...unknownKeys(rest, ["unfurl_links"]),
    ...(typeof text === "string" && text.length > 0 ? [] : ["no text for notifications"]),
    ...bound("blocks", listOf(blocks).length, 50),
    ...listOf(blocks).flatMap(slackBlock),
  ],
  discord: ({ embeds, allowed_mentions: mentions, ...rest }) => {
    const texts = listOf(embeds).flatMap((embed) => [textIn(embed, "title"), textIn(embed, "description")]);
    return [
      ...unknownKeys(rest, []),
      ...bound("embeds", listOf(embeds).length, 10),
      ...bound("all texts", texts.join("").length, 6_000),
      ...listOf(embeds).flatMap((embed) => [
        ...bound("title", textIn(embed, "title").length, 256),
        ...bound("description", textIn(embed, "description").length, 4_096),
        ...(/\[[^\]]+\]\(http[^)]+\)$/.test(textIn(embed, "description")) ? [] : ["the links are cut"]),
      ]),
      ...(JSON.stringify(mentions) === '{"parse":[]}' ? [] : ["it may mention people"]),
    ];
  },
  teams: ({ type, attachments }, { body }) => [
    ...(type === "message" ? [] : ["the type is not message"]),
    ...bound("bytes", Buffer.byteLength(body), 28_000),
    ...listOf(attachments).flatMap(({ contentType, content }) => [
      ...(contentType === "application/vnd.microsoft.card.adaptive" ? [] : ["the content type is wrong"]),
      ...adaptiveCard(objectOf(content)),
    ]),
  ],
  ntfy: ({ topic, message, title, tags, click, attach, actions, ...rest }, { body }) => [
    ...unknownKeys(rest, []),
    ...(/^[-_A-Za-z0-9]{1,64}$/.test(String(topic)) ? [] : ["the topic is invalid"]),
    ...bound("bytes of the message", Buffer.byteLength(String(message)), 4_096),
    ...bound("bytes of the JSON", Buffer.byteLength(body), 2 * 4_096),
    ...bound("actions", listOf(actions).length, 3),
    ...(Array.isArray(tags) && typeof title === "string" ? [] : ["the title or the tags are missing"]),
    ...[click, attach].flatMap((url) => (url === undefined || isAddress(url) ? [] : ["an address is bad"])),
  ],
  telegram: ({ chat_id: chat, parse_mode: mode, ...rest }, { path }) => {
    const isPhoto = path.endsWith("/sendPhoto");
    const html = String(isPhoto ? rest["caption"] : rest["text"]);
    const max = isPhoto ? 1_024 : 4_096;
    return [
      ...unknownKeys(rest, isPhoto ? ["photo", "caption"] : ["text", "link_preview_options"]),
      ...(/\/bot\d+:[\w-]+\/send(Photo|Message)$/.test(path) ? [] : ["the method is unknown"]),
      ...(mode === "HTML" && typeof chat === "string" ? [] : ["the chat or the mode is missing"]),
      ...bound("characters", withoutTags(html).length, max),
      ...telegramHtml(html),
    ];
  },
  apprise: ({ title, body, type, format, attach, urls, tag, ...rest }) => [
    ...unknownKeys(rest, []),
    ...(typeof body === "string" && body !== "" && typeof title === "string" ? [] : ["title or body is missing"]),
    ...(["info", "success", "warning", "failure"].includes(String(type)) ? [] : ["the type is unknown"]),
    ...(["text", "markdown", "html"].includes(String(format)) ? [] : ["the format is unknown"]),
    ...(attach === undefined || Array.isArray(attach) ? [] : ["attach is not a list"]),
    ...[urls, tag].flatMap((text) => (text === undefined || typeof text === "string" ? [] : ["not a text"])),
  ],
};

function slackText(text: string): string[] {
  const isOpen = text.replaceAll(/<https?:[^<>|]+\|[^<>|]+>/g, "").replaceAll(/&(?:amp|lt|gt);/g, "");
  return [...bound("text", text.length, 3_000), ...(/[<>&]/.test(isOpen) ? ["not escaped"] : [])];
}

function slackBlock(block: Json): string[] {
  switch (block["type"]) {
    case "header":
      return bound("header", textIn(objectOf(block["text"]), "text").length, 150);
    case "section":
      return slackText(textIn(objectOf(block["text"]), "text"));
    case "context":
      return listOf(block["elements"]).flatMap((element) => slackText(textIn(element, "text")));
    case "image":
      return [
        ...bound("picture's address", textIn(block, "image_url").length, 3_000),
        ...bound("picture's text", textIn(block, "alt_text").length, 2_000),
      ];
    case "rich_text":
      return [];
    default:
      return [`the block ${String(block["type"])} is unknown`];
  }
}

function adaptiveCard({ type, version, body, actions }: Json): string[] {
  const known = new Set(["RichTextBlock", "Image"]);
  return [
    ...(type === "AdaptiveCard" && version === "1.4" ? [] : ["it is no card of version 1.4"]),
    ...listOf(body).flatMap((part) => (known.has(String(part["type"])) ? [] : [`${String(part["type"])} is unknown`])),
    ...bound("actions", listOf(actions).length, 6),
    ...listOf(actions).flatMap((action) => (action["type"] === "Action.OpenUrl" ? [] : ["an action is unknown"])),
  ];
}

/** Telegram refuses a message with an unknown tag or entity, or with tags that are not closed. */
function telegramHtml(html: string): string[] {
  const open: string[] = [];
  for (const [, slash = "", name = ""] of html.matchAll(/<(\/?)(\w*)[^>]*>/g)) {
    if (!["a", "b"].includes(name)) return [`the tag ${name} is unknown`];
    if (slash === "") open.push(name);
    else if (open.pop() !== name) return ["a tag is closed that is not open"];
  }
  const badEntities = html.match(/&(?!(?:amp|lt|gt|quot);)/g) ?? [];
  return [...open.map((name) => `the tag ${name} is not closed`), ...badEntities.map(() => "an entity is unknown")];
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;/g, "x");
}

function isAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value);
}

function bound(name: string, count: number, max: number): string[] {
  return count <= max ? [] : [`${name}: ${count} of at most ${max}`];
}

function unknownKeys(rest: Json, known: readonly string[]): string[] {
  return Object.keys(rest).flatMap((key) => (known.includes(key) ? [] : [`${key} is unknown`]));
}

function textIn(value: Json, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

import { createHmac } from "node:crypto";
import type { JobTemplate } from "#data/jobs.ts";
import { viewportOf } from "#schemas/renders/devices.ts";
import type { Emulation } from "#schemas/renders/emulation.ts";
import type { PageRequest, RenderRequest, RenderSpec, ScreenshotSpec, WebhookTarget } from "#schemas/renders/render.ts";
import type { PdfOptions, PdfSpec } from "#schemas/renders/pdf.ts";
import { recordingOf } from "#schemas/renders/recording.ts";
import type { TextIds } from "#schemas/renders/texts.ts";
import type { KeyRing, SealContext } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";
import type { Caller } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";
import { textsOfPreset } from "../presets/expand.ts";
import type { Outputs } from "./outputs.ts";
import { type StorageSecret, toStorage } from "./storage.ts";
import { keepTexts, mergeTexts } from "./texts.ts";

type PictureRequest = Pick<RenderRequest, "format" | "quality" | "fullPage" | "omitBackground" | "selector" | "clip">;

/** The account and the resource for which secrets are sealed. */
type Owner = { accountId: string; sealedFor: string };

type SecretField = "headers" | "cookies" | "webhookUrl" | "webhookSecret" | StorageSecret;

/** The effective options of a checked request: every default applied, secrets sealed. */
function toSpec(
  keyRing: KeyRing,
  request: PageRequest,
  { outputs, owner, texts }: { outputs: Outputs; owner: Owner; texts: TextIds | null },
): RenderSpec {
  const { cookies = [], device, scrollToElement, waitForSelector, delay } = request;
  const headers = headersOf(request);
  const emulation = emulationOf(request);
  const pdf = pdfOf(request.pdf);
  const sealField = (plaintext: string, field: SecretField) => seal(keyRing, plaintext, contextOf(owner, field));
  const storage = toStorage(request, sealField);
  return {
    url: request.url,
    sealedFor: owner.sealedFor,
    cache: request.cache ?? false,
    timeout: request.timeout ?? 30,
    waitUntil: request.waitUntil ?? "load",
    viewport:
      device === undefined ? { width: request.width ?? 1280, height: request.height ?? 720 } : viewportOf(device),
    ...(device !== undefined && { device }),
    theme: request.theme ?? "light",
    blocking: {
      ads: request.blockAds ?? false,
      cookieBanners: request.blockCookieBanners ?? false,
      chatWidgets: request.blockChatWidgets ?? false,
      popups: request.blockPopups ?? false,
      accessibilityWidgets: request.blockAccessibilityWidgets ?? false,
    },
    hideSelectors: request.hideSelectors ?? [],
    clickSelectors: request.clickSelectors ?? [],
    ...(scrollToElement !== undefined && { scrollToElement }),
    ...(waitForSelector !== undefined && { waitForSelector }),
    ...(delay !== undefined && delay > 0 && { delay }),
    ...(emulation !== null && { emulation }),
    ...(Object.keys(headers).length > 0 && { headers: sealField(JSON.stringify(headers), "headers") }),
    ...(cookies.length > 0 && { cookies: sealField(JSON.stringify(cookies), "cookies") }),
    ...(texts !== null && { texts }),
    screenshot: outputs.screenshot ? toScreenshot(request) : null,
    ...(pdf !== null && { pdf }),
    ...(request.recording !== undefined && { recording: recordingOf(request.recording) }),
    extracts: outputs.extracts,
    ...(storage !== null && { storage }),
  };
}

/** The sealed webhook target; null without a webhook. */
function toWebhook(keyRing: KeyRing, { webhookUrl, webhookSecret }: RenderRequest, owner: Owner): WebhookTarget | null {
  if (webhookUrl === undefined) return null;
  const url = seal(keyRing, webhookUrl, contextOf(owner, "webhookUrl"));
  const { sealedFor } = owner;
  return webhookSecret === undefined
    ? { url, sealedFor }
    : { url, secret: seal(keyRing, webhookSecret, contextOf(owner, "webhookSecret")), sealedFor };
}

/** The caller's headers, with the one that `httpAuth` stands for (RFC 7617). */
function headersOf({ headers = {}, httpAuth }: RenderRequest): Record<string, string> {
  if (httpAuth === undefined) return headers;
  const credentials = Buffer.from(`${httpAuth.username}:${httpAuth.password}`).toString("base64");
  return { ...headers, Authorization: `Basic ${credentials}` };
}

/** The options of the PDF with those defaults that need no decision; null without a PDF. */
function pdfOf(pdf: PdfOptions | undefined): PdfSpec | null {
  if (pdf === undefined) return null;
  const { header: _header, footer: _footer, ...options } = pdf;
  return { landscape: false, scale: 1, printBackground: true, tagged: true, outline: false, ...options };
}

/** The given options of the visitor; null without any. */
function emulationOf(request: Emulation & Pick<RenderRequest, "pdf">): Emulation | null {
  const { deviceScaleFactor, locale, timezone, geolocation, userAgent, media, reducedMotion } = request;
  const emulation = {
    ...(deviceScaleFactor !== undefined && deviceScaleFactor !== 1 && { deviceScaleFactor }),
    ...(locale !== undefined && { locale: canonicalLocale(locale) }),
    ...(timezone !== undefined && { timezone }),
    ...(geolocation !== undefined && { geolocation }),
    ...(userAgent !== undefined && { userAgent }),
    // A PDF is printed with the styles for paper unless the caller wants those of the screen.
    ...((media === "print" || (media === "screen" && request.pdf !== undefined)) && { media }),
    ...(reducedMotion === true && { reducedMotion }),
  };
  return Object.keys(emulation).length === 0 ? null : emulation;
}

function canonicalLocale(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? locale;
}

/** The picture of a request. */
function toScreenshot(request: PictureRequest): ScreenshotSpec {
  const { format = "jpg", quality = 80, fullPage = false, omitBackground, selector, clip } = request;
  return {
    format,
    quality,
    fullPage,
    ...(omitBackground === true && { omitBackground }),
    ...(selector !== undefined && { selector }),
    ...(clip !== undefined && { clip }),
  };
}

function contextOf({ accountId, sealedFor }: Owner, field: SecretField): SealContext {
  return { accountId, entityId: sealedFor, field };
}

/** A checked request. `sealedFor` is the id of the resource for which its secrets are sealed. */
export type TemplateOrder = {
  caller: Caller;
  requestId: string;
  request: PageRequest;
  outputs: Outputs;
  sealedFor: string;
  /** Set for the pages of a crawl. */
  crawl?: RenderSpec["crawl"];
};

/** The template of all jobs of the request: every default applied, secrets sealed, and long texts kept. */
export async function toTemplate(ports: ApiPorts, order: TemplateOrder): Promise<JobTemplate> {
  const { keyRing, signingKey } = ports;
  const { caller, requestId, request, outputs, sealedFor, crawl } = order;
  const { accountId, keyId } = caller;
  const owner = { accountId, sealedFor };
  const ofPreset = await textsOfPreset(ports, accountId, request.preset);
  const texts = mergeTexts(ofPreset, await keepTexts(ports, accountId, request));
  const spec = { ...toSpec(keyRing, request, { outputs, owner, texts }), ...(crawl !== undefined && { crawl }) };
  const webhook = toWebhook(keyRing, request, owner);
  return {
    accountId,
    keyId,
    requestId,
    spec,
    ...(webhook !== null && { webhook }),
    priority: request.priority ?? "normal",
    optionsHash: hashOptions(signingKey, accountId, { request, spec }),
  };
}

/**
 * Equal for renders of one account with equal effective options, secrets included, whatever their URL. The hash is keyed, so
 * secrets cannot be guessed from a stolen database.
 */
function hashOptions(
  signingKey: Buffer,
  accountId: string,
  { request, spec }: { request: RenderRequest; spec: RenderSpec },
): string {
  // Sealing a secret twice gives two texts, so the plain secrets are hashed. Webhook and storage do not affect the outputs.
  const { url: _url, sealedFor: _for, headers: _headers, cookies: _cookies, ...rest } = spec;
  const { cache: _cache, storage: _storage, ...visible } = rest;
  const secrets = {
    headers: Object.entries(headersOf(request)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    cookies: request.cookies ?? [],
  };
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["render", accountId, visible, secrets]))
    .digest("base64url");
}

import { createHmac } from "node:crypto";
import type { JobTemplate } from "#data/jobs.ts";
import { viewportOf } from "#schemas/renders/devices.ts";
import type { RenderRequest, RenderSpec, ScreenshotSpec, WebhookTarget } from "#schemas/renders/render.ts";
import type { KeyRing, SealContext } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";
import type { Caller } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";
import type { Outputs } from "./outputs.ts";
import { type StorageSecret, toStorage } from "./storage.ts";

/** The account and the resource for which secrets are sealed. */
type Owner = { accountId: string; sealedFor: string };

type SecretField = "headers" | "cookies" | "webhookUrl" | "webhookSecret" | StorageSecret;

/** The effective options of a checked request: every default applied, secrets sealed. */
function toSpec(
  keyRing: KeyRing,
  request: RenderRequest,
  { outputs, owner }: { outputs: Outputs; owner: Owner },
): RenderSpec {
  const { headers = {}, cookies = [], device, scrollToElement } = request;
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
    ...(Object.keys(headers).length > 0 && { headers: sealField(JSON.stringify(headers), "headers") }),
    ...(cookies.length > 0 && { cookies: sealField(JSON.stringify(cookies), "cookies") }),
    screenshot: outputs.screenshot ? toScreenshot(request) : null,
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

function toScreenshot({ format = "jpg", quality = 80, fullPage = false }: RenderRequest): ScreenshotSpec {
  return { format, quality, fullPage };
}

function contextOf({ accountId, sealedFor }: Owner, field: SecretField): SealContext {
  return { accountId, entityId: sealedFor, field };
}

/** A checked request. `sealedFor` is the id of the resource for which its secrets are sealed. */
export type TemplateOrder = {
  caller: Caller;
  requestId: string;
  request: RenderRequest;
  outputs: Outputs;
  sealedFor: string;
  /** Set for the pages of a crawl. */
  crawl?: RenderSpec["crawl"];
};

/** The template of all jobs of the request, with every default applied and secrets sealed. */
export function toTemplate({ keyRing, signingKey }: ApiPorts, order: TemplateOrder): JobTemplate {
  const { caller, requestId, request, outputs, sealedFor, crawl } = order;
  const { accountId, keyId } = caller;
  const owner = { accountId, sealedFor };
  const spec = { ...toSpec(keyRing, request, { outputs, owner }), ...(crawl !== undefined && { crawl }) };
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
    headers: Object.entries(request.headers ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    cookies: request.cookies ?? [],
  };
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["render", accountId, visible, secrets]))
    .digest("base64url");
}

import { viewportOf } from "#schemas/devices.ts";
import type { RenderRequest, RenderSpec, ScreenshotSpec, WebhookTarget } from "#schemas/render.ts";
import type { KeyRing, SealContext } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";
import type { Outputs } from "./chooseOutputs.ts";
import { type StorageSecret, toStorage } from "./storageTarget.ts";

/** Whose secrets are sealed, and the resource they were given to. */
export type Owner = { accountId: string; sealedFor: string };

type SecretField = "headers" | "cookies" | "webhookUrl" | "webhookSecret" | StorageSecret;

/** The effective options of a checked request: every default applied, secrets sealed. */
export function toSpec(
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

/** Where the events go, sealed; null where nobody asked for them. */
export function toWebhook(
  keyRing: KeyRing,
  { webhookUrl, webhookSecret }: RenderRequest,
  owner: Owner,
): WebhookTarget | null {
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

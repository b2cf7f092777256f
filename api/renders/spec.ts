import { createHmac } from "node:crypto";
import type { JobTemplate } from "#data/jobs.ts";
import { givenOf, keysOf } from "#schemas/common.ts";
import { hasSameOutputs } from "#schemas/options/index.ts";
import { cacheOptions } from "#schemas/options/delivery.ts";
import { headersOf, pageSpecOf, screenshotOf } from "#schemas/renders/pageSpec.ts";
import {
  type PageRequest,
  type RenderRequest,
  type RenderSpec,
  webhookFields,
  type WebhookTarget,
} from "#schemas/renders/render.ts";
import type { StorageSecret } from "#schemas/renders/storage.ts";
import type { PdfOptions, PdfSpec } from "#schemas/renders/pdf.ts";
import { recordingOf } from "#schemas/renders/recording.ts";
import type { TextIds } from "#schemas/renders/texts.ts";
import type { KeyRing, SealContext } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";
import type { Caller } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";
import { textsOfPreset } from "../presets/expand.ts";
import type { Outputs } from "./outputs.ts";
import { requireNamed } from "./requireNamed.ts";
import { requireSecrets, secretNamesOf } from "../storedSecrets/references.ts";
import { toStorage } from "./storage.ts";
import { keepTexts, mergeTexts } from "./texts.ts";

/** The account and the resource for which secrets are sealed. */
type Owner = { accountId: string; sealedFor: string };

type SecretField = "headers" | "cookies" | (typeof webhookFields)[keyof typeof webhookFields] | StorageSecret;

/** The effective options of a checked request: every default applied, secrets sealed. */
function toSpec(
  keyRing: KeyRing,
  request: PageRequest,
  { outputs, owner, texts }: { outputs: Outputs; owner: Owner; texts: TextIds | null },
): RenderSpec {
  const { cookies = [] } = request;
  const headers = headersOf(request);
  const pdf = pdfOf(request.pdf);
  const sealField = (plaintext: string, field: SecretField) => seal(keyRing, plaintext, contextOf(owner, field));
  const storage = toStorage(request, sealField);
  return {
    url: request.url,
    sealedFor: owner.sealedFor,
    cache: request.cache ?? false,
    ...givenOf(request, keysOf(cacheOptions)),
    ...pageSpecOf(request),
    ...(Object.keys(headers).length > 0 && { headers: sealField(JSON.stringify(headers), "headers") }),
    ...(cookies.length > 0 && { cookies: sealField(JSON.stringify(cookies), "cookies") }),
    ...(texts !== null && { texts }),
    screenshot: outputs.files.includes("screenshot") ? screenshotOf(request) : null,
    ...(pdf !== null && { pdf }),
    ...(request.recording !== undefined && { recording: recordingOf(request.recording) }),
    extracts: outputs.extracts,
    ...(request.extractValues !== undefined && { extractValues: request.extractValues }),
    ...(storage !== null && { storage }),
  };
}

/** The sealed webhook target; null without a webhook. */
function toWebhook(keyRing: KeyRing, { webhookUrl, webhookSecret }: RenderRequest, owner: Owner): WebhookTarget | null {
  if (webhookUrl === undefined) return null;
  const url = seal(keyRing, webhookUrl, contextOf(owner, webhookFields.url));
  const { sealedFor } = owner;
  return webhookSecret === undefined
    ? { url, sealedFor }
    : { url, secret: seal(keyRing, webhookSecret, contextOf(owner, webhookFields.secret)), sealedFor };
}

/** The options of the PDF with those defaults that need no decision; null without a PDF. */
function pdfOf(pdf: PdfOptions | undefined): PdfSpec | null {
  if (pdf === undefined) return null;
  const { header: _header, footer: _footer, ...options } = pdf;
  return { landscape: false, scale: 1, printBackground: true, tagged: true, outline: false, ...options };
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
  /** Path of the options in the request; missing for its top. */
  place?: string;
  /** Set for the pages of a crawl. */
  crawl?: RenderSpec["crawl"];
};

/** The template of all jobs of the request: every default applied, secrets sealed, and long texts kept. */
export async function toTemplate(ports: ApiPorts, order: TemplateOrder): Promise<JobTemplate> {
  const { keyRing, signingKey } = ports;
  const { caller, requestId, request, outputs, sealedFor, place = "", crawl } = order;
  const { accountId, keyId } = caller;
  const owner = { accountId, sealedFor };
  await requireSecrets(ports, accountId, { options: request, place });
  await requireNamed(ports, accountId, { options: request, place });
  const secretNames = secretNamesOf(request);
  const ofPreset = await textsOfPreset(ports, accountId, request.preset);
  const texts = mergeTexts(ofPreset, await keepTexts(ports, accountId, request));
  const spec = {
    ...toSpec(keyRing, request, { outputs, owner, texts }),
    ...(secretNames.length > 0 && { secretNames }),
    ...(crawl !== undefined && { crawl }),
  };
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
  const { url: _url, sealedFor: _for, headers: _headers, cookies: _cookies, storage: _storage, ...rest } = spec;
  const visible = Object.fromEntries(Object.entries(rest).filter(([name]) => !hasSameOutputs(name)));
  const secrets = {
    headers: Object.entries(headersOf(request)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    cookies: request.cookies ?? [],
  };
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["render", accountId, visible, secrets]))
    .digest("base64url");
}

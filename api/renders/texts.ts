import { createHmac } from "node:crypto";
import { keepText, pageTextField } from "#data/pageTexts.ts";
import { keysOf } from "#schemas/common.ts";
import { maxTextBytes, standInUrl, type TextIds, type Texts } from "#schemas/renders/texts.ts";
import type { PageRequest, RenderRequest } from "#schemas/renders/render.ts";
import { seal } from "#vault/seal.ts";
import type { ApiPorts } from "../ports.ts";

/** Seals and keeps the long texts of a request. Returns their ids; null without any. */
export async function keepTexts(ports: ApiPorts, accountId: string, request: RenderRequest): Promise<TextIds | null> {
  const { database, keyRing, signingKey, now } = ports;
  const texts = textsOf(request);
  const ids: TextIds = {};
  for (const name of keysOf(maxTextBytes)) {
    const text = texts[name];
    if (text === undefined) continue;
    // The key keeps a text from being guessed by its id. Without the account, an id would show that others use the text.
    const _id = createHmac("sha256", signingKey)
      .update(JSON.stringify([pageTextField, accountId, text]))
      .digest("base64url");
    const sealed = seal(keyRing, text, { accountId, entityId: _id, field: pageTextField });
    await keepText(database, { _id, accountId, text: sealed }, now());
    ids[name] = _id;
  }
  return Object.keys(ids).length === 0 ? null : ids;
}

/** The texts of a preset, with those of the request in their place. Null without any. */
export function mergeTexts(preset: TextIds, own: TextIds | null): TextIds | null {
  // In one order, so that the fingerprint does not depend on who gave a text.
  const names = keysOf(maxTextBytes).filter((name) => (own?.[name] ?? preset[name]) !== undefined);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, own?.[name] ?? preset[name]]));
}

function textsOf(request: RenderRequest): { [Name in keyof Texts]: string | undefined } {
  const { css, script, html, steps, pdf = {} } = request;
  const stepsText = steps === undefined ? undefined : JSON.stringify(steps);
  return { css, script, html, steps: stepsText, pdfHeader: pdf.header, pdfFooter: pdf.footer };
}

/** The request with the address of its page: that of `url`, or of the HTML document. */
export function withUrl<Request extends Pick<RenderRequest, "url" | "baseUrl">>(
  request: Request,
): Request & Pick<PageRequest, "url"> {
  return { ...request, url: request.url ?? request.baseUrl ?? standInUrl };
}

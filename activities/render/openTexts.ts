import { pageTextField } from "#data/pageTexts.ts";
import { keysOf } from "#schemas/common.ts";
import { maxTextBytes, type TextIds, type Texts } from "#schemas/renders/texts.ts";
import { open } from "#vault/open.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";

/**
 * Reads and opens the long texts of a render.
 * @throws RenderFailure `internal_error` for a text that was removed.
 */
export async function openTexts(
  { database, keyRing }: Pick<ActivityPorts, "database" | "keyRing">,
  { accountId, ids = {} }: { accountId: string; ids: TextIds | undefined },
): Promise<Texts> {
  const texts: Texts = {};
  for (const name of keysOf(maxTextBytes)) {
    const _id = ids[name];
    if (_id === undefined) continue;
    const record = await database.pageTexts.findOne({ _id });
    if (record === null) throw new RenderFailure("internal_error", `The text of ${name} was removed.`);
    texts[name] = open(keyRing, record.text, { accountId, entityId: _id, field: pageTextField });
  }
  return texts;
}

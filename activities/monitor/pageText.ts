import { Type } from "typebox";
import type { ObjectStore } from "#data/objects.ts";
import type { StoredText } from "#schemas/monitor/text.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { truncateUtf8 } from "../extract/extractor.ts";
import { convertInProcess } from "../extract/markdown/markdown.ts";
import { flatPageDependencies, readFlatElement, readFlatPage } from "../extract/page/flat/readFlatPage.ts";
import { pageExpression } from "../extract/registry.ts";
import { RenderFailure } from "../failures.ts";
import { putText } from "./runObjects.ts";

/** Maximum bytes of a run's text. The rest is cut off. */
const maxTextBytes = 1_000_000;

/** The page as `readFlatPage` returns it. */
export const FlatPage = Type.Object(
  {
    html: Type.String(),
    title: Type.String(),
    heading: Type.String(),
    declared: Type.Boolean(),
    description: Type.String(),
    articleBody: Type.String(),
    cut: Type.Boolean(),
  },
  { additionalProperties: false },
);
const validate = bodyValidator(FlatPage);

/**
 * The JavaScript expression that reads the text of the page, or of one element of it, without the elements that match
 * `ignored`. It removes those, so it must be the last part of a probe.
 */
export function textProbe(ignored: readonly string[], selector: string | undefined): string {
  const reader = selector === undefined ? "readFlatPage()" : `readFlatElement(${JSON.stringify(selector)})`;
  return pageExpression(
    [removeMatches, readFlatPage, readFlatElement, ...flatPageDependencies],
    `removeMatches(${JSON.stringify(ignored)});\nreturn ${reader};`,
  );
}

/** Runs in the page: removes the elements of valid selectors. */
function removeMatches(selectors: readonly string[]): void {
  for (const selector of selectors) {
    try {
      for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
        Element.prototype.remove.call(element);
      }
    } catch {
      // The list of ignored elements reports the selector.
    }
  }
}

/**
 * Stores the main content of a page, or all of what was probed, as Markdown, without addresses of links and pictures. They often differ while the words
 * do not.
 * @throws RenderFailure `internal_error` if the content could not be converted.
 */
export async function storeText(
  objects: Pick<ObjectStore, "put">,
  runId: string,
  { probed, isWhole, owner }: { probed: unknown; isWhole: boolean; owner: string },
): Promise<StoredText> {
  const checked = validate(probed);
  if (!checked.ok) throw new RenderFailure("internal_error", "The page gave no text.");
  const { cut: _cut, ...page } = checked.value;
  const options = { title: page.heading, withoutAddresses: true, whole: isWhole };
  const outcome = await convertInProcess({ ...page, ...options }, { owner });
  if (!outcome.done) throw new RenderFailure("internal_error", "The text of the page could not be converted.");
  const { bytes } = truncateUtf8(outcome.value, maxTextBytes);
  return putText(objects, runId, { name: "text", contentType: "text/markdown; charset=utf-8", bytes });
}

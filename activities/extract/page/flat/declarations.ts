import { attribute, type PageFunction, plainText, selectAll } from "../safeDom.ts";
import { readJsonLd } from "../readMetadata.ts";

/** The description in the `<meta>` tags; empty if there is none. */
export function description(): string {
  const metas = selectAll("meta[name='description' i][content], meta[property='og:description' i][content]", 5);
  const texts = metas.map((meta) => plainText(attribute(meta, "content"), 1000));
  return texts.find((text) => text !== "") ?? "";
}

/** The longest `articleBody` in JSON-LD, at most 50,000 characters; empty if there is none. */
export function articleBody(): string {
  const property = /"articleBody"\s*:\s*("(?:[^"\\\n]|\\.)*")/gu;
  const found = readJsonLd().blocks.flatMap((block) => [...block.matchAll(property)].map(([, text = ""]) => text));
  const bodies = found.map((text) => {
    try {
      return plainText(String(JSON.parse(text)), 50_000);
    } catch {
      // Pages write escapes that JSON does not have.
      return "";
    }
  });
  return bodies.reduce((longest, body) => (body.length > longest.length ? body : longest), "");
}

/** Whether the page declares itself an article in its metadata. */
export function declaresArticle(): boolean {
  const metas = "meta[property='og:type' i][content='article' i], meta[property*=published_time i]";
  if (selectAll(metas, 1).length > 0) return true;
  const blocks = selectAll("script[type^='application/ld+json' i]", 50);
  const type = /"@type"\s*:\s*(?:\[\s*)?"[A-Za-z]*(?:Article|BlogPosting|Report)"/u;
  return blocks.some((block) => type.test((block.textContent ?? "").slice(0, 200_000)));
}

/** Dependencies of these functions, with themselves. */
export const declarationDependencies: readonly PageFunction[] = [articleBody, declaresArticle, description, readJsonLd];

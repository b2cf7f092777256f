import type { AvailableExtract } from "#schemas/outputs.ts";
import type { Extractor } from "./extractor.ts";
import { html } from "./html.ts";
import { links } from "./links.ts";
import { markdown } from "./markdown.ts";
import { metadata } from "./metadata.ts";

/** Every kind of extract the service makes. */
export const extractors = { metadata, markdown, html, links } satisfies Record<AvailableExtract, Extractor>;

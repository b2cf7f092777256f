import type { ExtractName } from "#schemas/outputs.ts";
import { colors } from "./colors.ts";
import { design } from "./design.ts";
import type { Extractor } from "./extractor.ts";
import { fonts } from "./fonts.ts";
import { html } from "./html.ts";
import { images } from "./images.ts";
import { links } from "./links.ts";
import { markdown } from "./markdown.ts";
import { metadata } from "./metadata.ts";
import { structure } from "./structure.ts";
import { videos } from "./videos.ts";

/** Every kind of extract. */
export const extractors = {
  metadata,
  markdown,
  html,
  links,
  images,
  videos,
  fonts,
  colors,
  structure,
  design,
} satisfies Record<ExtractName, Extractor>;

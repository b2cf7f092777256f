import { type Static, Type } from "typebox";
import { HttpUrl, literals, Priority, WebhookSecret } from "./common.ts";
import { Box, DiffMode, DiffSource, Visualization } from "./diff.ts";
import { optionsIn } from "./options/index.ts";

const DiffCapture = Type.Object(optionsIn("comparison"), { additionalProperties: false });

/** Body of `POST /render/diff`. */
export const DiffRequest = Type.Object(
  {
    before: DiffSource,
    after: DiffSource,
    mode: literals(DiffMode.enum, {
      default: "perceptual",
      description: "`pixel`: any difference of any pixel. `perceptual`: differences that a person sees.",
    }),
    visualization: literals(Visualization.enum, { default: "overlay" }),
    threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: "Minimum ratio of `changed`. With 0, any difference that the mode counts.",
    }),
    ignoreRegions: Type.Array(Box, {
      maxItems: 100,
      default: [],
      description: "Areas to ignore, in pixels. A pixel is ignored if an area covers it in either picture.",
    }),
    capture: Type.Optional(DiffCapture),
    priority: Type.Optional(literals(Priority.enum, { default: "normal" })),
    webhookUrl: Type.Optional(Type.String({ ...HttpUrl, writeOnly: true })),
    webhookSecret: Type.Optional(WebhookSecret),
  },
  { additionalProperties: false },
);
export type DiffRequest = Static<typeof DiffRequest>;

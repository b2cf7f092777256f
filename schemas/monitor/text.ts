import { type Static, Type } from "typebox";
import { DateTime, literals, nullable } from "../common.ts";

/** A text of a run in the service's own bucket. */
export type StoredText = {
  key: string;
  contentType: string;
  bytes: number;
  /** Hex. */
  sha256: string;
};

/** Maximum bytes of a difference that a run's reply contains. A longer one is an output of its own. */
export const maxInlineDiffBytes = 65_536;

/** Maximum entries of `changes`, and maximum characters of each. */
export const textChangeLimits = { entries: 20, chars: 200 };

/** Words that were added or removed side by side. */
export const WordChange = Type.Object(
  {
    change: literals(["added", "removed"]),
    words: Type.String({ description: "At most 200 characters. An ellipsis marks what was left out." }),
  },
  { additionalProperties: false },
);
export type WordChange = Static<typeof WordChange>;

/** A text of a run as the API shows it. */
export const TextOutput = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    bytes: Type.Integer(),
    contentType: Type.String(),
    sha256: Type.String(),
  },
  { additionalProperties: false },
);

export type TextOutput = Static<typeof TextOutput>;

const Count = Type.Integer({ minimum: 0 });

const textCounts = {
  changed: Type.Boolean({
    description:
      "Whether words were added or removed; with `onlyAdded` or `onlyRemoved`, whether words of that kind were.",
  }),
  addedWords: Count,
  removedWords: Count,
  changes: Type.Array(WordChange, {
    maxItems: textChangeLimits.entries,
    description:
      "The first 20 added or removed passages, in the order of the text. With `onlyAdded` or `onlyRemoved`, those of that kind.",
  }),
};

/** How a run's text differs from its baseline's. */
export const TextChange = Type.Object(
  {
    ...textCounts,
    diff: nullable(
      Type.String(),
      "Unified difference of the lines, after `ignoreText`; empty if no word changed. Null above 64 kB, and in lists: read `diffOutput`.",
    ),
    diffOutput: Type.Optional(TextOutput),
  },
  { additionalProperties: false },
);
export type TextChange = Static<typeof TextChange>;

/** The same as recorded. `diff` is null if no word changed. */
export type TextFindings = Omit<TextChange, "diff" | "diffOutput"> & { diff: StoredText | null };

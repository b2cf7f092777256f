import { useState } from "react";
import { type Draft, emptyDraft } from "./draft.ts";

/** A draft that ends with its screen. */
export function useDraft(begin: Draft = emptyDraft) {
  const [draft, onDraft] = useState(begin);
  return { draft, onDraft, isChanged: draft !== begin, discard: (): void => onDraft(begin) };
}

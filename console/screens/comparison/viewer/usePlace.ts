import { useState } from "react";
import type { ViewMode } from "./modes.ts";

/** The place in a comparison: the mode, and the number of the selected change from 0; -1 without one. */
export type Place = { mode: ViewMode; change: number };

/** The place as the address has it. */
type PlaceSearch = { mode?: ViewMode; change?: number };

/** Halves of a narrower window are too small to read. */
const narrow = "(max-width: 40rem)";

/** The mode of a comparison whose address names none. A phone shows one picture at a time. */
function firstMode(): ViewMode {
  return matchMedia(narrow).matches ? "swipe" : "side";
}

/** The place in a comparison, which starts at that of the address. `write` changes the address. */
export function usePlace({ mode, change = -1 }: PlaceSearch, write: (search: PlaceSearch) => void) {
  const [place, setPlace] = useState<Place>(() => ({ mode: mode ?? firstMode(), change }));
  return {
    place,
    onPlace(next: Place): void {
      // The address follows, because a navigation takes longer than a person waits for a key.
      setPlace(next);
      write({ mode: next.mode, ...(next.change >= 0 && { change: next.change }) });
    },
  };
}

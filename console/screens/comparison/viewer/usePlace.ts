import { useState } from "react";
import type { ViewMode } from "./modes.ts";

/** The place in a comparison: the mode, and the number of the selected change from 0; -1 without one. */
export type Place = { mode: ViewMode; change: number };

/** The place as the address has it. */
type PlaceSearch = { mode?: ViewMode; change?: number };

/** The place in a comparison, which starts at that of the address. `write` changes the address. */
export function usePlace({ mode = "side", change = -1 }: PlaceSearch, write: (search: PlaceSearch) => void) {
  const [place, setPlace] = useState<Place>({ mode, change });
  return {
    place,
    onPlace(next: Place): void {
      // The address follows, because a navigation takes longer than a person waits for a key.
      setPlace(next);
      write({ mode: next.mode, ...(next.change >= 0 && { change: next.change }) });
    },
  };
}

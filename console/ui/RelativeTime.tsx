import { formatExact, formatRelative } from "../format/time.ts";
import { useNow } from "./useNow.ts";

/** A time as people say it ("3 minutes ago"). Hovering or reading it aloud gives the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

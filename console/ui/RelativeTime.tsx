import { formatDue, formatExact, formatRelative } from "../format/time.ts";
import { useNow } from "./useNow.ts";

type TimeProps = { at: string };

/** A time as people say it ("3 minutes ago"). Hovering or reading it aloud gives the exact time. */
export function RelativeTime({ at }: TimeProps) {
  return <SaidTime at={at} say={formatRelative} />;
}

/** The time of planned work as people say it ("in 2 hours", "now"). */
export function DueTime({ at }: TimeProps) {
  return <SaidTime at={at} say={formatDue} />;
}

function SaidTime({ at, say }: TimeProps & { say: (at: string, now: number) => string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {say(at, now)}
    </time>
  );
}

import type { Delivery } from "#schemas/events.ts";
import { formatDuration, formatExact } from "../../format/time.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState } from "../../ui/states.tsx";
import styles from "./Deliveries.module.css";
import { SentText } from "./SentText.tsx";

type Try = Delivery["attempts"][number];

/** Every try of a delivery, newest first, with the receiver's answer. */
export function Tries({ delivery: { attempts } }: { delivery: Delivery }) {
  const numberedTries = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed();
  return (
    <Section title="Tries">
      {attempts.length === 0 && <EmptyState title="No try yet">The first one shows here.</EmptyState>}
      {attempts.length > 0 && (
        <Card padded={false}>
          <ol>
            {numberedTries.map(({ attempt, number }) => (
              <TryRow key={number} attempt={attempt} number={number} />
            ))}
          </ol>
        </Card>
      )}
    </Section>
  );
}

function TryRow({ attempt, number }: { attempt: Try; number: number }) {
  const { at, duration, error, responseBody } = attempt;
  return (
    <li className={styles["try"]}>
      <p className={styles["line"]}>
        <strong>Try {number}</strong>
        <Outcome attempt={attempt} />
        <span className={styles["when"]} title={formatExact(at)}>
          <RelativeTime at={at} />, {formatDuration(duration)}
        </span>
      </p>
      {error !== null && <p>{error}</p>}
      {responseBody !== "" && <SentText text={responseBody} label={`Answer to try ${number}`} />}
    </li>
  );
}

function Outcome({ attempt: { statusCode, error } }: { attempt: Try }) {
  const isGood = error === null && statusCode !== null && statusCode < 300;
  return <Badge tone={isGood ? "good" : "failed"}>{statusCode === null ? "No answer" : `HTTP ${statusCode}`}</Badge>;
}

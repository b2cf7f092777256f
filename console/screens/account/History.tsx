import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { UsageDay } from "#schemas/account.ts";
import { formatCount } from "../../format/numbers.ts";
import { Card, Section } from "../../ui/Page.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/Table.tsx";
import { useNow } from "../../ui/useNow.ts";
import styles from "./Account.module.css";
import { namesOfKeys } from "./keyNames.ts";
import { wholeMonth } from "./month.ts";
import { keysQuery, signingKeysQuery } from "./keys.ts";
import {
  creditsByDay,
  creditsByKey,
  type DayCredits,
  describeOperation,
  historyQuery,
  operationsOf,
  periodOf,
  periodOptions,
  readUsageSearch,
} from "./usage.ts";

// The library for charts is larger than the rest of the screen.
const UsageChart = lazy(async () => ({ default: (await import("./UsageChart.tsx")).UsageChart }));

/** The credits of a month: by day and kind as a chart and a table, and by key. */
export function History() {
  const now = useNow();
  const { period = periodOf(now) } = useSearch({ from: "/shell/usage" });
  const navigate = useNavigate({ from: "/usage" });
  const { data, error, refetch } = useQuery(historyQuery(period));
  return (
    <Section
      title="Credits by day"
      actions={
        <Select
          label="Month"
          hidesLabel
          value={period}
          onChange={(next) => void navigate({ search: readUsageSearch({ period: next }), replace: true })}
          options={periodOptions(now)}
        />
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the credits" lines={1} height="20rem" />}
      {data?.length === 0 && (
        <EmptyState title="No credits in this month">Renders and runs of monitors show here by day.</EmptyState>
      )}
      {data !== undefined && data.length > 0 && <Days days={data} period={period} />}
    </Section>
  );
}

function Days({ days, period }: { days: UsageDay[]; period: string }) {
  const credits = creditsByDay(days);
  const operations = operationsOf(credits);
  return (
    <>
      <Card>
        <div className={styles["chart"]} aria-hidden="true">
          <Suspense fallback={<Skeleton height="100%" />}>
            <UsageChart days={wholeMonth(period, credits)} operations={operations} />
          </Suspense>
        </div>
      </Card>
      <DayTable days={credits.toReversed()} operations={operations} />
      <KeyTable days={days} />
    </>
  );
}

function DayTable({ days, operations }: { days: DayCredits[]; operations: string[] }) {
  return (
    <Table caption="Credits by day and kind" columns={["Day", "Credits", ...operations.map(describeOperation)]}>
      {days.map(({ date, net, byOperation }) => (
        <tr key={date}>
          <td>{date}</td>
          <td>{formatCount(net)}</td>
          {operations.map((operation) => (
            <td key={operation}>{formatCount(byOperation[operation] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function KeyTable({ days }: { days: UsageDay[] }) {
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: signingKeys = [] } = useQuery(signingKeysQuery);
  const names = namesOfKeys(keys, signingKeys);
  return (
    <Table caption="Credits by key" columns={["Key", "Credits"]}>
      {creditsByKey(days).map(({ keyId, net }) => (
        <tr key={keyId}>
          <td>{names.get(keyId) ?? "A removed key"}</td>
          <td>{formatCount(net)}</td>
        </tr>
      ))}
    </Table>
  );
}

import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import styles from "./Account.module.css";
import { type DayCredits, describeOperation } from "./usage.ts";

/** Colours of the kinds. They repeat after the last. */
const fills = [
  "var(--accent)",
  "var(--changed-mark)",
  "var(--good)",
  "var(--line-strong)",
  "color-mix(in oklab, var(--accent) 45%, var(--surface))",
  "color-mix(in oklab, var(--changed-mark) 45%, var(--surface))",
];

function writeLegend(name: string) {
  return <span className={styles["legend"]}>{name}</span>;
}

type UsageChartProps = { days: readonly DayCredits[]; operations: readonly string[] };

/** The credits of each day as a bar of kinds. A day with more refunds than charges goes below zero. */
export function UsageChart({ days, operations }: UsageChartProps) {
  const rows = days.map(({ date, byOperation }) => ({ date, ...byOperation }));
  const surface = { background: "var(--surface-raised)", borderColor: "var(--line)", borderRadius: 5 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={rows}
        accessibilityLayer={false}
        stackOffset="sign"
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="date" tickFormatter={(date: string) => date.slice(8)} stroke="var(--text-muted)" />
        <YAxis allowDecimals={false} width={48} stroke="var(--text-muted)" />
        <Tooltip contentStyle={surface} cursor={{ fill: "var(--hover)" }} />
        <Legend formatter={writeLegend} />
        {operations.map((operation, index) => (
          <Bar
            key={operation}
            dataKey={operation}
            name={describeOperation(operation)}
            stackId="credits"
            fill={fills[index % fills.length] ?? "var(--accent)"}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

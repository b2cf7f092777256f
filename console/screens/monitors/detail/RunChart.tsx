import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { formatShare } from "../../../format/numbers.ts";
import { formatExact } from "../../../format/time.ts";
import styles from "./Detail.module.css";
import { type Mark, markKinds, markShapes, outlined } from "./marks.ts";

const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

type RunChartProps = {
  marks: readonly Mark[];
  /** Share of the picture from which a difference counts. */
  threshold: number;
};

/** The difference of each run over time, with the threshold as a line. Failed runs are at the bottom. */
export function RunChart({ marks, threshold }: RunChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...marks]} accessibilityLayer={false} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={["dataMin", "dataMax"]}
          padding={{ left: 12, right: 12 }}
          minTickGap={48}
          tickFormatter={(at: number) => day.format(at)}
          stroke="var(--text-muted)"
        />
        <YAxis
          domain={[0, "auto"]}
          niceTicks="snap125"
          width={72}
          tickFormatter={(percent: number) => formatShare(percent / 100)}
          stroke="var(--text-muted)"
        />
        <Tooltip content={Tip} cursor={{ stroke: "var(--line-strong)" }} isAnimationActive={false} />
        {threshold > 0 && (
          <ReferenceLine y={threshold * 100} stroke="var(--failed)" strokeDasharray="5 4" ifOverflow="extendDomain" />
        )}
        <Line dataKey="percent" stroke="var(--line-strong)" connectNulls dot={Dot} isAnimationActive={false} />
        <Line dataKey="failed" stroke="none" dot={Dot} isAnimationActive={false} />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type DotProps = { cx?: number; cy?: number; payload?: Mark; value?: unknown };

function Dot({ cx, cy, payload, value }: DotProps) {
  if (payload === undefined || cx === undefined || cy === undefined || typeof value !== "number") return <g />;
  return <Shape key={payload.id} mark={payload} x={cx} y={cy} />;
}

function Shape({ mark: { kind }, x, y }: { mark: Mark; x: number; y: number }) {
  const color = markKinds.find((each) => each.kind === kind)?.color ?? "var(--text)";
  const fill = outlined.has(kind) ? "var(--surface)" : color;
  return <path d={markShapes[kind]} transform={`translate(${x} ${y})`} fill={fill} stroke={color} strokeWidth={1.5} />;
}

function Tip({ payload }: Partial<TooltipContentProps>) {
  const mark: Mark | undefined = payload?.[0]?.payload;
  if (mark === undefined) return null;
  return (
    <div className={styles["tip"]}>
      <strong>{markKinds.find(({ kind }) => kind === mark.kind)?.label}</strong>
      {mark.percent !== null && <span>{formatShare(mark.percent / 100)} differs</span>}
      <span>{formatExact(new Date(mark.at).toISOString())}</span>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schedule } from "#schemas/schedule.ts";
import { jobsQuery } from "../../api/queries.ts";
import { formatCount } from "../../format/numbers.ts";
import { formatExact, formatInZone } from "../../format/time.ts";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { JobGallery } from "../../ui/JobGallery.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { PageLink } from "../../ui/PageLink.tsx";
import { DueTime, RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { Listed } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { describeTiming } from "./cron.ts";
import { scheduleQuery } from "./queries.ts";
import { ScheduleActions } from "./ScheduleActions.tsx";
import { ScheduleBadge } from "./ScheduleBadge.tsx";

/** One schedule: when it renders, and its renders so far. */
export function ScheduleScreen() {
  const { scheduleId } = useParams({ from: "/shell/schedules/$scheduleId" });
  const { data: schedule, error, refetch } = useQuery(scheduleQuery(scheduleId));
  return (
    <Page
      title="Schedule"
      {...(schedule && {
        heading: describeTiming(schedule),
        about: <PageLink href={schedule.url} />,
        actions: <ScheduleActions schedule={schedule} />,
      })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {schedule === undefined && error === null && <Loading label="Loading the schedule" lines={2} height="9rem" />}
      {schedule !== undefined && (
        <>
          <ScheduleFacts schedule={schedule} />
          <NextRenders schedule={schedule} />
          <Renders scheduleId={schedule.id} />
        </>
      )}
    </Page>
  );
}

function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { cron, pattern, timezone = "UTC", nextRunAt, lastRunAt, endDate, limit, runCount, type } = schedule;
  const fields = cron ?? pattern;
  return (
    <Facts>
      <Fact name="State">
        <ScheduleBadge schedule={schedule} />
      </Fact>
      <Fact name="Next render">{nextRunAt === undefined ? "None is planned" : <DueTime at={nextRunAt} />}</Fact>
      {lastRunAt !== undefined && (
        <Fact name="Last render">
          <RelativeTime at={lastRunAt} />
        </Fact>
      )}
      <Fact name="Renders">
        {formatCount(runCount)}
        {limit !== undefined && ` of ${formatCount(limit)}`}
      </Fact>
      {type === "repeatable" && <Fact name="Time zone">{timezone}</Fact>}
      {fields !== undefined && (
        <Fact name="Cron">
          <code>{fields}</code>
        </Fact>
      )}
      {endDate !== undefined && <Fact name="Ends">{formatExact(endDate)}</Fact>}
    </Facts>
  );
}

/** The planned renders, in the schedule's time zone. */
function NextRenders({ schedule: { nextRuns, timezone = "UTC" } }: { schedule: Schedule }) {
  if (nextRuns.length === 0) return null;
  return (
    <Section title="Next renders">
      <Card>
        <ol>
          {nextRuns.map((at) => (
            <li key={at}>
              {formatInZone(at, timezone)}, <RelativeTime at={at} />
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

function Renders({ scheduleId }: { scheduleId: string }) {
  const query = useList(jobsQuery({ scheduleId, limit: 48 }), (page) => page.jobs);
  return (
    <Section title="Renders">
      <Listed
        query={query}
        things="renders"
        lines={2}
        height="14rem"
        empty="The first one shows here as soon as it starts."
      >
        {(jobs) => <JobGallery jobs={jobs} />}
      </Listed>
    </Section>
  );
}

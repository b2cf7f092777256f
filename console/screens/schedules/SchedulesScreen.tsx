import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Schedule } from "#schemas/schedule.ts";
import { formatCount } from "../../format/numbers.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Filters } from "../../ui/fields/Filters.tsx";
import { Page } from "../../ui/Page.tsx";
import { DueTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { describeTiming } from "./cron.ts";
import { readScheduleFilter, type ScheduleFilter, statusOptions, typeOptions } from "./filter.ts";
import { schedulesQuery } from "./queries.ts";
import { ScheduleBadge } from "./ScheduleBadge.tsx";

/** The schedules, the soonest render first. */
export function SchedulesScreen() {
  const filter = useSearch({ from: "/shell/schedules" });
  const query = useList(schedulesQuery(filter), (page) => page.schedules);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Schedules"
      about="A schedule renders a page later: once, or again and again."
      actions={<NewButton title="Schedules" label="Schedule a render" href="/schedules/new" />}
    >
      <ScheduleFilters filter={filter} />
      <ListedTable
        query={query}
        things="schedules"
        emptyTitle={isFiltered ? "No schedule matches" : "No schedules yet"}
        empty={isFiltered ? "Change the filters above." : "Choose a page and when to render it."}
        emptyAction={isFiltered ? null : <LinkButton href="/schedules/new">Schedule a render</LinkButton>}
        columns={["Page", "State", "When", "Next render", "Renders"]}
        renderRow={(schedule) => <Row key={schedule.id} schedule={schedule} />}
      />
    </Page>
  );
}

function ScheduleFilters({ filter }: { filter: ScheduleFilter }) {
  const navigate = useNavigate({ from: "/schedules" });
  const set = (change: Record<string, unknown>): void =>
    void navigate({ search: readScheduleFilter({ ...filter, ...change }), replace: true });
  return (
    <Filters>
      <Select
        label="State"
        value={filter.status ?? ""}
        onChange={(status) => set({ status })}
        options={statusOptions}
      />
      <Select label="Kind" value={filter.type ?? ""} onChange={(type) => set({ type })} options={typeOptions} />
    </Filters>
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const { id, url, nextRunAt, runCount } = schedule;
  return (
    <tr>
      <td>
        <Link to="/schedules/$scheduleId" params={{ scheduleId: id }}>
          {url}
        </Link>
      </td>
      <td>
        <ScheduleBadge schedule={schedule} />
      </td>
      <td>{describeTiming(schedule)}</td>
      <td>{nextRunAt === undefined ? "—" : <DueTime at={nextRunAt} />}</td>
      <td>{formatCount(runCount)}</td>
    </tr>
  );
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { allMonitorsQuery } from "../../api/queries.ts";
import { Filters } from "../../ui/fields/Filters.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { SearchSelect } from "../../ui/fields/SearchSelect.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";
import { channelOptions, type DeliveryFilter, readDeliveryFilter, statusOptions, typeOptions } from "./filter.ts";
import { deliveriesQuery } from "./queries.ts";

/** The webhooks, mails and messages to channels, newest first. */
export function DeliveriesScreen() {
  const filter = useSearch({ from: "/shell/deliveries" });
  const { monitor, ...chosen } = filter;
  const query = useInfiniteQuery(deliveriesQuery({ ...chosen, ...(monitor !== undefined && { resourceId: monitor }) }));
  const deliveries = (query.data?.pages ?? []).flatMap((page) => page.deliveries);
  const isFiltered = Object.keys(filter).length > 0;
  const hasNone = query.isSuccess && !isFiltered && deliveries.length === 0;
  return (
    <Page title="Deliveries" about="Webhooks, mails and messages to channels of the last 30 days, with every try.">
      {!hasNone && <DeliveryFilters filter={filter} />}
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the deliveries" lines={8} />}
      {query.data !== undefined && deliveries.length === 0 && (
        <EmptyState title={isFiltered ? "No delivery matches" : "No deliveries yet"}>
          {isFiltered
            ? "Change the filters above."
            : "Give a render a webhookUrl, or a monitor an alert. Each message then shows here."}
        </EmptyState>
      )}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} showsAbout />}
      <LoadMore query={query} />
    </Page>
  );
}

function DeliveryFilters({ filter }: { filter: DeliveryFilter }) {
  const { channel = "", status = "", type = "", monitor = "" } = filter;
  const navigate = useNavigate({ from: "/deliveries" });
  const set = (change: Record<string, unknown>): void =>
    void navigate({ search: readDeliveryFilter({ ...filter, ...change }), replace: true });
  return (
    <Filters>
      <Select label="State" value={status} onChange={(next) => set({ status: next })} options={statusOptions} />
      <Select label="Channel" value={channel} onChange={(next) => set({ channel: next })} options={channelOptions} />
      <Select label="Event" value={type} onChange={(next) => set({ type: next })} options={typeOptions} />
      <MonitorChoice monitor={monitor} onMonitor={(next) => set({ monitor: next })} />
    </Filters>
  );
}

/** A choice of one monitor by a part of its name. Nothing without monitors. */
function MonitorChoice({ monitor, onMonitor }: { monitor: string; onMonitor: (id: string) => void }) {
  const { data: monitors = [] } = useQuery(allMonitorsQuery);
  const choices = monitors.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = monitor !== "" && monitors.every(({ id }) => id !== monitor);
  const goneChoice = isGone ? [{ value: monitor, label: "A deleted monitor" }] : [];
  if (monitors.length === 0) return null;
  return (
    <SearchSelect
      label="Monitor"
      listLabel="Monitors"
      value={monitor}
      onChange={onMonitor}
      options={[{ value: "", label: "All monitors" }, ...goneChoice, ...choices]}
    />
  );
}

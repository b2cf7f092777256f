import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { allMonitorsQuery } from "../../api/queries.ts";
import { Filters } from "../../ui/fields/Filters.tsx";
import { Page } from "../../ui/Page.tsx";
import { SearchSelect } from "../../ui/fields/SearchSelect.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Listed } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { DeliveryTable } from "./DeliveryTable.tsx";
import { channelOptions, type DeliveryFilter, readDeliveryFilter, statusOptions, typeOptions } from "./filter.ts";
import { deliveriesQuery } from "./queries.ts";

/** The webhooks, mails and messages to channels, newest first. */
export function DeliveriesScreen() {
  const filter = useSearch({ from: "/shell/deliveries" });
  const { monitor, ...chosen } = filter;
  const query = useList(
    deliveriesQuery({ ...chosen, ...(monitor !== undefined && { resourceId: monitor }) }),
    (page) => page.deliveries,
  );
  const isFiltered = Object.keys(filter).length > 0;
  const hasNone = query.isSuccess && !isFiltered && query.data.length === 0;
  return (
    <Page title="Deliveries" about="Webhooks, mails and messages to channels of the last 30 days, with every try.">
      {!hasNone && <DeliveryFilters filter={filter} />}
      <Listed
        query={query}
        things="deliveries"
        lines={8}
        emptyTitle={isFiltered ? "No delivery matches" : "No deliveries yet"}
        empty={
          isFiltered
            ? "Change the filters above."
            : "Give a render a webhookUrl, or a monitor an alert. Each message then shows here."
        }
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} showsAbout />}
      </Listed>
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

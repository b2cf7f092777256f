import { useQuery } from "@tanstack/react-query";
import { allMonitorsQuery } from "../../api/queries.ts";
import { Page, Section } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { Feeds } from "../account/Feeds.tsx";
import { Recipients } from "../account/Recipients.tsx";
import { AssignForm } from "./AssignForm.tsx";
import { Channels } from "./Channels.tsx";
import { Defaults } from "./Defaults.tsx";
import { Targets } from "./Targets.tsx";

/** The recipients, alert targets, defaults, channels and feeds that hear of changes, and a form that gives them to monitors. */
export function AlertsScreen() {
  return (
    <Page title="Alerts" about="People and services that hear of changes and failures.">
      <Recipients />
      <Targets />
      <Defaults />
      <OfMonitors />
      <Feeds />
    </Page>
  );
}

function OfMonitors() {
  const { data, error, refetch } = useQuery(allMonitorsQuery);
  return (
    <>
      <Section title="Channels">
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading label="Loading the channels" lines={2} height="4rem" />}
        {data !== undefined && <Channels monitors={data} />}
      </Section>
      {data !== undefined && data.length > 0 && (
        <Section title="Assign to monitors">
          <AssignForm monitors={data} />
        </Section>
      )}
    </>
  );
}

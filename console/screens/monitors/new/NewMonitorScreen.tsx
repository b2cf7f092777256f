import { Page } from "../../../ui/Page.tsx";
import { EmptyState } from "../../../ui/states.tsx";

/** Placeholder of this screen. */
export function NewMonitorScreen() {
  return (
    <Page title="Watch a page">
      <EmptyState title="This screen is not built yet" />
    </Page>
  );
}

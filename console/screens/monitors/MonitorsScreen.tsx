import { Page } from "../../ui/Page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Placeholder of this screen. */
export function MonitorsScreen() {
  return (
    <Page title="Monitors">
      <EmptyState title="This screen is not built yet" />
    </Page>
  );
}

import { Page } from "../../ui/Page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Placeholder of this screen. */
export function BatchesScreen() {
  return (
    <Page title="Batches">
      <EmptyState title="This screen is not built yet" />
    </Page>
  );
}

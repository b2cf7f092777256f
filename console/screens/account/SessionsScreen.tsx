import { Page } from "../../ui/Page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Placeholder of this screen. */
export function SessionsScreen() {
  return (
    <Page title="Sessions">
      <EmptyState title="This screen is not built yet" />
    </Page>
  );
}

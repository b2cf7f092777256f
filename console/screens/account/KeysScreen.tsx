import { Page } from "../../ui/Page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Placeholder of this screen. */
export function KeysScreen() {
  return (
    <Page title="API keys">
      <EmptyState title="This screen is not built yet" />
    </Page>
  );
}

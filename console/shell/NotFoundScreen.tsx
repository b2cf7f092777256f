import { LinkButton } from "../ui/Button.tsx";
import { Page } from "../ui/Page.tsx";
import { EmptyState } from "../ui/states.tsx";

/** The screen of an address that does not exist. */
export function NotFoundScreen() {
  return (
    <Page title="Not found">
      <EmptyState title="There is no such page" action={<LinkButton href="/">Go to the overview</LinkButton>}>
        The address may be old, or what it showed may be deleted.
      </EmptyState>
    </Page>
  );
}

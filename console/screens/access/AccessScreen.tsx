import { Page } from "../../ui/Page.tsx";
import { Proxies } from "./Proxies.tsx";
import { Secrets } from "./Secrets.tsx";
import { SignIns } from "./SignIns.tsx";

/** The sign-ins, secrets and proxies that captures use by their names. */
export function AccessScreen() {
  return (
    <Page title="Access" about="Captures and monitors use these by name, to reach pages that are not open to everyone.">
      <SignIns />
      <Secrets />
      <Proxies />
    </Page>
  );
}

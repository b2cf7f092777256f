import { Page } from "../../ui/Page.tsx";
import { FirstPicture } from "../overview/FirstPicture.tsx";

/** Renders one page and shows its picture. */
export function NewRenderScreen() {
  return (
    <Page title="Render a page">
      <FirstPicture />
    </Page>
  );
}

import type { Image, Video } from "#schemas/extracts/media.ts";
import { PageLink } from "../../../ui/PageLink.tsx";
import { DataTable } from "./DataTable.tsx";

/** The page's images as a table. They are not loaded: that would call the page's servers from this browser. */
export function ImagesView({ images }: { images: Image[] }) {
  return (
    <DataTable
      caption="Images"
      columns={["Address", "Text instead", "Size on the page", "Kind"]}
      rows={images.map(({ src, alt, width, height, kind, visible }) => [
        src === null ? "Inline SVG" : <PageLink key="address" href={src} />,
        alt ?? "None",
        `${width} × ${height}${visible ? "" : ", hidden"}`,
        kind,
      ])}
    />
  );
}

/** The page's videos as a table. */
export function VideosView({ players }: { players: Video[] }) {
  return (
    <DataTable
      caption="Videos"
      columns={["Address", "Title", "Provider"]}
      rows={players.map(({ src, title, provider }) => [
        src === null ? "By a script" : <PageLink key="address" href={src} />,
        title ?? "—",
        provider ?? "—",
      ])}
    />
  );
}

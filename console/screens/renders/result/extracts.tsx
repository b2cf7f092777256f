import type { ReactNode } from "react";
import type { JobResult } from "#clients/typescript/src/index.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import type { Job } from "#schemas/job.ts";
import type { TabContent } from "../../../ui/TabSet.tsx";
import { ColorsView } from "./ColorsView.tsx";
import { ConsoleView, RequestsView } from "./TrafficViews.tsx";
import { DesignView } from "./DesignView.tsx";
import { ElementsView } from "./ElementsView.tsx";
import { Extract } from "./Extract.tsx";
import { FontsView } from "./FontsView.tsx";
import { LinksView } from "./LinksView.tsx";
import { MarkdownView } from "./MarkdownView.tsx";
import { ImagesView, VideosView } from "./MediaViews.tsx";
import { MetadataView } from "./MetadataView.tsx";
import { SourceText } from "./SourceText.tsx";
import { StructureView } from "./StructureView.tsx";

type Tab = (job: Job, name: ExtractName) => TabContent;

/** The tab of an extract: its label, its value in a result that includes it, and the view of the value. */
function tab<Value>(
  label: string,
  read: (result: JobResult) => Value | undefined,
  show: (value: Value) => ReactNode,
): Tab {
  return (job, name) => ({ id: name, label, content: <Extract job={job} name={name} read={read} show={show} /> });
}

/** Every extract, in the order of the tabs. */
const tabs: Readonly<Record<ExtractName, Tab>> = {
  markdown: tab(
    "Markdown",
    ({ markdown }) => markdown?.value,
    (text) => <MarkdownView text={text} />,
  ),
  links: tab(
    "Links",
    ({ links }) => links?.value,
    (links) => <LinksView links={links} />,
  ),
  images: tab(
    "Images",
    ({ images }) => images?.value,
    (images) => <ImagesView images={images} />,
  ),
  videos: tab(
    "Videos",
    ({ videos }) => videos?.value,
    (videos) => <VideosView players={videos} />,
  ),
  colors: tab(
    "Colors",
    ({ colors }) => colors?.value,
    (colors) => <ColorsView colors={colors} />,
  ),
  fonts: tab(
    "Fonts",
    ({ fonts }) => fonts?.value,
    (fonts) => <FontsView fonts={fonts} />,
  ),
  structure: tab(
    "Structure",
    ({ structure }) => structure?.value,
    (structure) => <StructureView structure={structure} />,
  ),
  design: tab(
    "Design",
    ({ design }) => design?.value,
    (design) => <DesignView design={design} />,
  ),
  elements: tab(
    "Elements",
    ({ elements }) => elements?.value,
    (elements) => <ElementsView map={elements} />,
  ),
  console: tab(
    "Console",
    ({ console }) => console?.value,
    (lines) => <ConsoleView lines={lines} />,
  ),
  mhtml: tab(
    "MHTML",
    ({ mhtml }) => mhtml?.value,
    (text) => <SourceText text={text} />,
  ),
  har: tab(
    "Requests",
    ({ har }) => har?.value,
    (har) => <RequestsView har={har} />,
  ),
  metadata: tab(
    "Metadata",
    ({ metadata }) => metadata?.value,
    (metadata) => <MetadataView metadata={metadata} />,
  ),
  html: tab(
    "HTML",
    ({ html }) => html?.value,
    (text) => <SourceText text={text} />,
  ),
};

const isExtract = (name: string): name is ExtractName => Object.hasOwn(tabs, name);
const extractNames = Object.keys(tabs).filter(isExtract);

/** The tabs of the extracts that a completed job has. */
export function extractTabs(job: Job): TabContent[] {
  return extractNames.filter((name) => job.result?.[name] !== undefined).map((name) => tabs[name](job, name));
}

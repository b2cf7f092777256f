import type { ReactNode } from "react";
import type { Job } from "#schemas/job.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import { type TabContent, TabSet } from "../../../ui/TabSet.tsx";
import { ColorsView } from "./ColorsView.tsx";
import { DesignView } from "./DesignView.tsx";
import { Extract } from "./Extract.tsx";
import { extractLabels, extractsOf } from "./extracts.ts";
import { FontsView } from "./FontsView.tsx";
import { MarkdownView } from "./MarkdownView.tsx";
import { ImagesView, VideosView } from "./MediaViews.tsx";
import { LinksView } from "./LinksView.tsx";
import { MetadataView } from "./MetadataView.tsx";
import { PdfView } from "./PdfView.tsx";
import { PictureView } from "./PictureView.tsx";
import { RecordingView } from "./RecordingView.tsx";
import { SourceText } from "./SourceText.tsx";
import { StructureView } from "./StructureView.tsx";
import { ValuesView } from "./ValuesView.tsx";

/** The outputs of a completed job, one per tab. */
export function ResultTabs({ job, tab, onTab }: { job: Job; tab: string; onTab: (tab: string) => void }) {
  return <TabSet label="Outputs" tabs={tabsOf(job)} tab={tab} onTab={onTab} />;
}

function tabsOf(job: Job): TabContent[] {
  const { screenshot: picture, pdf, recording, values } = job.result ?? {};
  return [
    ...(picture === undefined
      ? []
      : [{ id: "picture", label: "Picture", content: <PictureView job={job} picture={picture} /> }]),
    ...(pdf === undefined ? [] : [{ id: "pdf", label: "PDF", content: <PdfView job={job} pdf={pdf} /> }]),
    ...(recording === undefined
      ? []
      : [{ id: "recording", label: "Recording", content: <RecordingView job={job} recording={recording} /> }]),
    ...(values === undefined ? [] : [{ id: "values", label: "Values", content: <ValuesView values={values} /> }]),
    ...extractsOf(job).map((name) => ({ id: name, label: extractLabels[name], content: views[name](job) })),
    { id: "json", label: "JSON", content: <SourceText text={JSON.stringify(job, null, 2)} /> },
  ];
}

const views: Readonly<Record<ExtractName, (job: Job) => ReactNode>> = {
  markdown: (job) => <Extract job={job} name="markdown" show={(value) => <MarkdownView text={value} />} />,
  links: (job) => <Extract job={job} name="links" show={(value) => <LinksView links={value} />} />,
  images: (job) => <Extract job={job} name="images" show={(value) => <ImagesView images={value} />} />,
  videos: (job) => <Extract job={job} name="videos" show={(value) => <VideosView videos={value} />} />,
  colors: (job) => <Extract job={job} name="colors" show={(value) => <ColorsView colors={value} />} />,
  fonts: (job) => <Extract job={job} name="fonts" show={(value) => <FontsView fonts={value} />} />,
  structure: (job) => <Extract job={job} name="structure" show={(value) => <StructureView structure={value} />} />,
  design: (job) => <Extract job={job} name="design" show={(value) => <DesignView design={value} />} />,
  metadata: (job) => <Extract job={job} name="metadata" show={(value) => <MetadataView metadata={value} />} />,
  html: (job) => <Extract job={job} name="html" show={(value) => <SourceText text={value} />} />,
};

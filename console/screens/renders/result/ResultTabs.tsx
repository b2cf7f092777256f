import type { Job } from "#schemas/job.ts";
import { type TabContent, TabSet } from "../../../ui/TabSet.tsx";
import { extractTabs } from "./extracts.tsx";
import { PdfView } from "./PdfView.tsx";
import { PictureView } from "./PictureView.tsx";
import { RecordingView } from "./RecordingView.tsx";
import { SourceText } from "./SourceText.tsx";
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
    ...extractTabs(job),
    { id: "json", label: "JSON", content: <SourceText text={JSON.stringify(job, null, 2)} /> },
  ];
}

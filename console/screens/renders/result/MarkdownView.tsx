import { type ReactNode, useState } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { PageLink } from "../../../ui/PageLink.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import styles from "./Result.module.css";
import { SourceText } from "./SourceText.tsx";

/** Markdown of a captured page, rendered or as its text. Images are words, since their addresses are foreign. */
export function MarkdownView({ text }: { text: string }) {
  const [isRaw, setRaw] = useState(false);
  return (
    <>
      <Switch isSelected={isRaw} onChange={setRaw}>
        Show the text
      </Switch>
      {isRaw ? (
        <SourceText text={text} />
      ) : (
        <div className={styles["markdown"]}>
          <Markdown remarkPlugins={[remarkGfm]} components={{ a: MarkdownLink, img: MarkdownImage }}>
            {text}
          </Markdown>
        </div>
      )}
    </>
  );
}

function MarkdownLink({ href = "", children }: { href?: string | undefined; children?: ReactNode }) {
  return <PageLink href={href}>{children}</PageLink>;
}

function MarkdownImage({ alt = "" }: { alt?: string | undefined }) {
  return <em>{alt === "" ? "[image]" : `[image: ${alt}]`}</em>;
}

import { useState } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { SourceText } from "../result/SourceText.tsx";
import { toCommandLine } from "./commandLine.ts";
import { toCurl, toPython, toTypeScript } from "./snippets.ts";

const languages = [
  { value: "curl", label: "curl", copied: "curl", write: toCurl },
  { value: "typescript", label: "TypeScript", copied: "TypeScript", write: toTypeScript },
  { value: "python", label: "Python", copied: "Python", write: toPython },
  { value: "cli", label: "Command line", copied: "command line", write: toCommandLine },
] as const;
type Language = (typeof languages)[number]["value"];

/** The render of the form as a program makes it. `shown` is the same without the secrets that the form masks. */
export function CodeView({ body, shownBody }: { body: RenderRequest; shownBody: RenderRequest }) {
  const [language, setLanguage] = useState<Language>("curl");
  const { copied, write } = languages.find(({ value }) => value === language) ?? languages[0];
  const [text, shownText] = [write(location.origin, body), write(location.origin, shownBody)];
  return (
    <div className="stack-3">
      <div className="beside">
        <Select label="Language" value={language} onChange={setLanguage} options={languages} />
        <CopyButton label={copied} text={text} />
      </div>
      <SourceText text={shownText} />
      {shownText !== text && <p className="small-print">Secrets show as dots. The copy has them.</p>}
    </div>
  );
}

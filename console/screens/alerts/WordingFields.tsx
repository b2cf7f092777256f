import { TextField } from "../../ui/fields/TextField.tsx";
import { problemOf } from "../../api/problems.ts";
import type { Words } from "./wording.ts";
import { WordingPreview } from "./WordingPreview.tsx";

type WordingFieldsProps = {
  words: Words;
  onWords: (words: Words) => void;
  /** The error of the last try to save them, or null. */
  error: Error | null;
};

/** The title and the text of a target's messages, with a preview. */
export function WordingFields({ words, onWords, error }: WordingFieldsProps) {
  const { title, text } = words;
  return (
    <>
      <TextField
        label="Title of messages"
        placeholder="{{monitor.name}}: {{change.summary}}"
        help="Subject of mails, and title of other messages. Leave it empty for the usual one."
        value={title}
        onChange={(changed) => onWords({ ...words, title: changed })}
        error={problemOf(error, "template.title")}
      />
      <TextField
        label="Text of messages"
        placeholder="{{event.text}}"
        help="In place of the usual text. The page, the picture and the links follow."
        lines={4}
        value={text}
        onChange={(changed) => onWords({ ...words, text: changed })}
        error={problemOf(error, "template.text")}
      />
      <WordingPreview words={words} />
    </>
  );
}

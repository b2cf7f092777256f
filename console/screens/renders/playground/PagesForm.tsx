import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import { AskBeforeLeaving } from "../../../ui/dialogs/AskBeforeLeaving.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { presetsQuery } from "../../presets/queries.ts";
import { pageCost } from "./cost.ts";
import { OptionsCard } from "./OptionsCard.tsx";
import { PresetChoice } from "./PresetChoice.tsx";
import { withPreset } from "./presets.ts";
import { sortProblems } from "./problems.ts";
import type { RenderOption } from "./schema.ts";
import { optionsOf, type Values } from "./values.ts";

/** A notice of a form that repeats a crawl or a batch. The API never shows secrets. */
export const notKept = "Headers, cookies, your own code and keys are not shown again. Enter them again.";

/** The field that names the pages. */
type PagesField = { name: "url" | "urls"; label: string; placeholder: string; help?: string; lines?: number };

type PagesFormProps = {
  options: readonly RenderOption[];
  /** The first entries. */
  begin: Values;
  /** A sentence about the first entries. */
  about?: string;
  pages: PagesField;
  openTitles: readonly string[];
  submit: string;
  back: string;
  /** `text` is the entry of the field that names the pages. */
  onSubmit: (text: string, body: Partial<RenderRequest>) => void;
  isPending: boolean;
  error: Error | null;
  /** The cost in words, by the credits of one page. */
  describeCost: (perPage: number, values: Values) => ReactNode;
};

/** The form of a crawl or a batch: its pages, a preset, and every option. */
export function PagesForm({ options: own, begin, pages, error, ...rest }: PagesFormProps) {
  const { about, openTitles, submit, back, onSubmit, isPending, describeCost } = rest;
  const [first] = useState(begin);
  const [values, setValues] = useState(first);
  const { data: presets = [] } = useQuery(presetsQuery);
  const preset = presets.find(({ name }) => name === values["preset"]);
  const options = withPreset(own.map(withPicture), preset);
  const body = { ...optionsOf(options, values), screenshot: takesPicture(options, values) };
  const { problems, general } = sortProblems(options, error);
  const set = (name: string, value: string): void => setValues((before) => ({ ...before, [name]: value }));
  const { name, ...field } = pages;
  return (
    <OptionsCard
      options={options}
      values={values}
      problems={problems}
      general={general}
      onChange={set}
      openTitles={openTitles}
      submit={submit}
      back={back}
      onSubmit={() => onSubmit(values[name] ?? "", body)}
      isPending={isPending}
      note={
        <p className="muted" data-testid="cost">
          {describeCost(pageCost({ ...preset?.options, ...body }), values)}
        </p>
      }
    >
      <AskBeforeLeaving isChanged={values !== first} />
      {about !== undefined && <p className="muted">{about}</p>}
      <TextField
        {...field}
        value={values[name] ?? ""}
        onChange={(value) => set(name, value)}
        isRequired
        error={problems[name]}
      />
      <PresetChoice
        value={values["preset"] ?? ""}
        onChange={(value) => set("preset", value)}
        error={problems["preset"]}
        note="Its options show as defaults."
      />
    </OptionsCard>
  );
}

/** The picture as a switch that is on. The API's own default depends on the other options. */
function withPicture(option: RenderOption): RenderOption {
  return option.name === "screenshot" ? { ...option, standard: "true", help: "" } : option;
}

function takesPicture(options: readonly RenderOption[], values: Values): boolean {
  const standard = options.find(({ name }) => name === "screenshot")?.standard;
  return (values["screenshot"] || standard) === "true";
}

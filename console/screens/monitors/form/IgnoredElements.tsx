import { linesOf } from "../../../format/address.ts";
import { ParsedAt } from "../../../forms/fields.tsx";
import { PickButton } from "../../../picker/PickButton.tsx";
import { areasOf, ignoredOf, regionsOf } from "./ignored.ts";
import type { FormPart } from "./monitorBody.ts";
import { ignoreUse } from "./pickUses.ts";

/** Selectors of elements that comparisons leave out, one per line. */
export function IgnoredElements({ form }: FormPart) {
  return (
    <>
      <ParsedAt
        form={form}
        path="capture.ignoreRegions"
        label="Elements to ignore"
        text={ignoredOf(form).join("\n")}
        parse={(text) => regionsOf(areasOf(form), linesOf(text))}
        lines={2}
        placeholder=".visitor-count"
        help="CSS selectors, one per line. Each run finds these elements, so they may move."
      />
      <PickButton label="Pick an element to ignore" uses={[ignoreUse(form)]} />
    </>
  );
}

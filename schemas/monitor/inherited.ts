import { type Static, Type } from "typebox";
import { literals } from "../common.ts";
import { described } from "../options/option.ts";
import { DefaultPath } from "./defaultPaths.ts";

/** A setting that a monitor has by the defaults of its account or of one of its tags. */
export const InheritedSetting = Type.Object(
  {
    setting: described(DefaultPath, "Path of the setting in a monitor, such as `capture.theme`."),
    value: Type.Unknown({ description: "The value that holds for the monitor." }),
    from: literals(["account", "tag"], { description: "The owner of the default." }),
    tag: Type.Optional(Type.String({ description: "The tag whose default it is. Missing for the account's." })),
  },
  { additionalProperties: false },
);
export type InheritedSetting = Static<typeof InheritedSetting>;

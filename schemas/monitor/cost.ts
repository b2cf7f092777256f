import { type Static, Type } from "typebox";

/** Credits of a monitor's runs. */
export const Credits = Type.Object(
  {
    perRun: Type.Integer({ minimum: 0, description: "Credits of each run after the first." }),
    perMonth: Type.Integer({
      minimum: 0,
      description: "Credits of the runs of 30 days. Captures that confirm a change, and runs by hand, come on top.",
    }),
  },
  { additionalProperties: false },
);
export type Credits = Static<typeof Credits>;

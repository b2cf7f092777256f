import { type Static, Type } from "typebox";
import { Credits, FieldProblem } from "./common.ts";
import { errorTypes } from "./errors.ts";

/** Type of an error, which follows from its HTTP status. */
export const ErrorType = Type.Enum(Object.keys(errorTypes), { type: "string" });

/** Error body of the render, batch, schedule, crawl and job routes: `error` is the code, `message` the sentence. */
export const SubmitError = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String(),
    type: ErrorType,
    message: Type.String(),
    fields: Type.Optional(Type.Array(FieldProblem)),
  },
  { additionalProperties: false },
);
export type SubmitError = Static<typeof SubmitError>;

/** Error body of the monitor and recipient routes: `error` is the sentence, `code` the code. */
export const MonitorError = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String(),
    type: ErrorType,
    code: Type.String(),
    retryable: Type.Boolean(),
    fields: Type.Optional(Type.Array(FieldProblem)),
    credits: Type.Optional(Credits),
  },
  { additionalProperties: false },
);
export type MonitorError = Static<typeof MonitorError>;

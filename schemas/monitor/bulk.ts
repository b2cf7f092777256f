import { type Static, Type } from "typebox";
import { FieldProblem, literals } from "../common.ts";
import { MonitorError } from "../errorBodies.ts";
import { Monitor } from "./monitor.ts";

const noExtraFields = { additionalProperties: false } as const;

const bulkActions = ["create", "change", "pause", "resume", "delete"] as const;

/** Maximum operations of one call. */
export const maxBulkOperations = 100;

/** One operation. Its parts are checked alone, so that a wrong one does not refuse the others. */
const BulkOperation = Type.Object(
  {
    action: literals([...bulkActions]),
    id: Type.Optional(Type.String({ maxLength: 64, description: "The monitor. Not for `create`." })),
    monitor: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: "For `create`: the body of `POST /render/monitors`." },
      ),
    ),
    change: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: "For `change`: the body of `PATCH /render/monitors/{id}`." },
      ),
    ),
  },
  noExtraFields,
);
export type BulkOperation = Static<typeof BulkOperation>;

/** Body of `POST /render/monitors/bulk`. */
export const BulkRequest = Type.Object(
  { operations: Type.Array(BulkOperation, { minItems: 1, maxItems: maxBulkOperations }) },
  noExtraFields,
);

const index = Type.Integer({ minimum: 0, description: "Position in `operations`." });
const status = Type.Integer({ description: "Status of the same call for one monitor." });

/** The result of one operation: the monitor, or why it failed. */
export const BulkResult = Type.Object(
  {
    index,
    success: Type.Boolean(),
    status,
    monitor: Type.Optional(Monitor),
    warnings: Type.Optional(Type.Array(FieldProblem)),
    problem: Type.Optional(Type.Unsafe<MonitorError>({ ...MonitorError, description: "Missing if it was done." })),
  },
  noExtraFields,
);
export type BulkResult = Static<typeof BulkResult>;

/** Reply of `POST /render/monitors/bulk`. */
export const BulkReply = Type.Object(
  {
    success: Type.Literal(true),
    done: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
    results: Type.Array(BulkResult, { description: "One for each operation, in their order." }),
  },
  noExtraFields,
);
export type BulkReply = Static<typeof BulkReply>;

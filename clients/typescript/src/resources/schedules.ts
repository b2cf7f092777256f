import type { Operations } from "../generated/operations.ts";
import { Schedules as ScheduleCalls } from "../generated/resources.ts";
import type { Schedule } from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";

type Query = Omit<NonNullable<Parameters<Operations["listSchedules"]>[0]>, "offset">;

/** Renders at a later time, once or by cron. */
export class Schedules extends ScheduleCalls {
  /** The schedules, the soonest first. This list has offsets in the API, which the cursors here stand for. */
  list(query: Query = {}, options?: CallOptions): List<Schedule> {
    return new List(async (cursor) => {
      const offset = Number(cursor ?? 0);
      const { schedules, total } = await this.operations.listSchedules({ ...query, offset }, options);
      const next = offset + schedules.length;
      return { items: schedules, nextCursor: schedules.length > 0 && next < total ? String(next) : null };
    });
  }
}

import { type Choices, readChoices } from "../../format/choices.ts";

export const statusOptions = [
  { value: "", label: "All states" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "completed", label: "Completed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

export const typeOptions = [
  { value: "", label: "Once and recurring" },
  { value: "repeatable", label: "Recurring" },
  { value: "delayed", label: "Once" },
] as const;

const filters = { status: statusOptions, type: typeOptions };
export type ScheduleFilter = Choices<typeof filters>;

export function readScheduleFilter(search: Record<string, unknown>): ScheduleFilter {
  return readChoices(filters, search);
}

/** Choices that several forms of monitors have. */

export const baselineOptions = [
  { value: "rolling", label: "The run before" },
  { value: "fixed", label: "The run you accepted" },
] as const;

export const changeOptions = [
  { value: "picture", label: "The picture changes" },
  { value: "text", label: "Words are added or removed" },
  { value: "either", label: "The picture or the words change" },
  { value: "values", label: "A value changes" },
] as const;

export const digestOptions = [
  { value: "none", label: "A mail for each message" },
  { value: "hourly", label: "One mail an hour" },
  { value: "daily", label: "One mail a day, at 8 in the morning" },
] as const;

/** Path of the messages about the end of a change. */
export const recoveryPath = "alerts.notifyRecovery";

import { refusalOf } from "../../../api/problems.ts";

/** The share of a text in percent; 0 if it is empty. NaN for a text that is no number. */
export function shareOf(percent: string): number {
  return percent.trim() === "" ? 0 : Number(percent.replace(",", ".")) / 100;
}

/** The problem of a text in percent, or null. */
export function percentProblem(percent: string): string | null {
  const share = shareOf(percent);
  return share >= 0 && share <= 1 ? null : "must be a number of percent from 0 to 100, such as 0.5";
}

type Body = { url?: string; changeThreshold?: number; monitor?: { changeThreshold?: number } };

/**
 * Refuses in the words of the form what the API could name by its own units alone.
 * @throws ApiError with the fields.
 */
export function checkBody<Checked extends Body>(body: Checked): Checked {
  const thresholds = {
    changeThreshold: body.changeThreshold,
    "monitor.changeThreshold": body.monitor?.changeThreshold,
  };
  const fields = Object.entries(thresholds).flatMap(([field, share]) => {
    const message = share === undefined ? null : percentProblem(String(share * 100));
    return message === null ? [] : [{ field, message }];
  });
  if (body.url !== undefined && !URL.canParse(body.url)) {
    fields.unshift({ field: "url", message: "must be an address, such as example.com/pricing" });
  }
  if (fields.length > 0) throw refusalOf(fields);
  return body;
}

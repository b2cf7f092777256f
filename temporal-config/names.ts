/** Keyword search attributes set at the start of every workflow, for operators' queries. */
export const searchAttributes = ["AccountId", "Kind", "Host", "MonitorId", "BatchId"] as const;

/** The namespace where none is named. */
export const defaultNamespace = "watchframe";

/** How long the server keeps the histories of workflows that have ended. */
export const retention = "3 days";

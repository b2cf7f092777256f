/** The page of Temporal's UI that lists a namespace's workflows. */
export function workflowsPage(uiUrl: string, namespace: string): string {
  return `${uiUrl.replace(/\/$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows`;
}

/** The page of a workflow's newest run, below the page that lists the workflows. */
export function workflowPage(listUrl: string, workflowId: string): string {
  return `${listUrl}/${encodeURIComponent(workflowId)}`;
}

/** Page of Temporal's UI that lists a namespace's workflows; the UI's own front page opens another namespace. */
export function workflowsPage(uiUrl: string, namespace: string): string {
  return `${uiUrl.replace(/\/$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows`;
}

/** Page of a workflow's newest run, from the page that lists the workflows. */
export function workflowPage(listUrl: string, workflowId: string): string {
  return `${listUrl}/${encodeURIComponent(workflowId)}`;
}

// @ts-check

/** Comments of one page of GitHub's list, and pages that are searched at most. */
const perPage = 100;
const maxPages = 30;

/** GitHub refused, with its status. */
class GitHubError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(`GitHub answers with status ${status}: ${message}`);
    this.status = status;
  }
}

/**
 * Writes the one comment of this action, or replaces the earlier one.
 * @param {{ api: string, graphql: string, token: string, repository: string, number: number }} place
 * @param {{ marker: string, body: string }} comment `body` begins with the marker.
 * @returns {Promise<{ url: string, status: "created" | "updated" }>}
 */
export async function writeComment(place, { marker, body }) {
  const comments = `/repos/${place.repository}/issues/${place.number}/comments`;
  const earlier = await findComment(place, comments, marker);
  if (earlier !== null) {
    const updated = await call(place, `PATCH /repos/${place.repository}/issues/comments/${earlier}`, { body });
    return { url: updated.html_url, status: "updated" };
  }
  const created = await call(place, `POST ${comments}`, { body });
  return { url: created.html_url, status: "created" };
}

/** The remedy for a refusal. @param {unknown} error */
export function explain(error) {
  const message = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof GitHubError && (error.status === 403 || error.status === 404);
  if (!isRefused) return `The comment can't be written. ${message}`;
  return `The comment can't be written, as the token may not. Give the job \`permissions: pull-requests: write\`. A pull request from a fork has no such token; see the README of the action. ${message}`;
}

/**
 * Id of the first comment of the token's own author that begins with the marker. Everyone can write such a comment, and
 * its author can edit it later, so a comment of another author is never the report.
 * @param {Parameters<typeof writeComment>[0]} place @param {string} comments @param {string} marker
 * @returns {Promise<number | null>}
 */
async function findComment(place, comments, marker) {
  const author = await findAuthor(place);
  for (let page = 1; page <= maxPages; page += 1) {
    const listed = await call(place, `GET ${comments}?per_page=${perPage}&page=${page}`);
    const found = listed.find(
      (/** @type {{ body?: string, user?: { id: number } | null }} */ { body, user }) =>
        user?.id === author && body?.startsWith(marker),
    );
    if (found !== undefined) return found.id;
    if (listed.length < perPage) return null;
  }
  return null;
}

/**
 * Id of the account that the token writes as. The REST API does not tell it to the token of a workflow.
 * @param {{ graphql: string, token: string }} place @returns {Promise<number>}
 */
async function findAuthor({ graphql, token }) {
  const query = "query { viewer { databaseId } }";
  const reply = await call({ api: graphql, token }, "POST ", { query });
  const id = reply.data?.viewer?.databaseId;
  if (typeof id === "number") return id;
  throw new Error("GitHub does not tell whose token it is, so an earlier comment can't be found.");
}

/** @param {{ api: string, token: string }} place @param {string} request Method and path. @param {object} [body] */
async function call({ api, token }, request, body) {
  const [method = "", path = ""] = request.split(" ");
  const reply = await fetch(`${api}${path}`, {
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "User-Agent": "watchframe-action",
      "X-GitHub-Api-Version": "2022-11-28",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (reply.ok) return reply.json();
  throw new GitHubError(reply.status, (await reply.text()).slice(0, 300));
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

type Comment = { id: number; body: string; html_url: string; user: { id: number } | null };

/** A stand-in for the comments of GitHub's REST API and for the viewer of its GraphQL, with one pull request. */
export async function startGitHub() {
  const comments: Comment[] = [];
  const requests: string[] = [];
  const gitHub = {
    url: "",
    /** The repository and the number of the pull request. */
    repository: "lamps/shop",
    number: 7,
    token: "ghs_test",
    /** The account that the token writes as. */
    author: 41_898_282,
    comments,
    /** Whether the token may write. */
    writable: true,
    /** Methods and paths, as they came. */
    requests,
    /** Adds a comment of an account; null is one that was deleted. */
    add(body: string, author: number | null): Comment {
      const id = gitHub.comments.length + 1;
      const user = author === null ? null : { id: author };
      const comment = { id, body, html_url: `${gitHub.url}/comments/${id}`, user };
      gitHub.comments.push(comment);
      return comment;
    },
    stop: () => server.close(),
  };
  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? "", gitHub.url);
    gitHub.requests.push(`${request.method} ${pathname}${searchParams.get("page") ?? ""}`);
    if (request.headers.authorization !== `Bearer ${gitHub.token}`) return [401, { message: "Bad credentials" }];
    if (pathname === "/graphql") return [200, { data: { viewer: { databaseId: gitHub.author } } }];
    const issues = `/repos/${gitHub.repository}/issues`;
    if (request.method === "GET" && pathname === `${issues}/${gitHub.number}/comments`) {
      const [page, count] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
      return [200, gitHub.comments.slice((page - 1) * count, page * count)];
    }
    if (!gitHub.writable) return [403, { message: "Resource not accessible by integration" }];
    const { body } = JSON.parse(await text(request));
    if (request.method === "POST" && pathname === `${issues}/${gitHub.number}/comments`)
      return [201, gitHub.add(body, gitHub.author)];
    const changed = gitHub.comments.find(({ id }) => pathname === `${issues}/comments/${id}`);
    if (request.method !== "PATCH" || changed === undefined) return [404, { message: "Not Found" }];
    changed.body = body;
    return [200, changed];
  };
  const server = createServer((request, response: ServerResponse) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port.");
  gitHub.url = `http://127.0.0.1:${address.port}`;
  return gitHub;
}

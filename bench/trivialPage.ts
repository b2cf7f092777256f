/** The cheapest page. It shows the cost of everything around the page. */
export const trivialPage = `<!doctype html><title>Trivial</title><style>body{font:20px sans-serif;margin:40px}</style><h1>A trivial page</h1><p>One heading, one paragraph.</p>`;

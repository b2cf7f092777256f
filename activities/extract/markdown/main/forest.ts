import model from "./model.json" with { type: "json" };

/**
 * A fitted model: the names of its features, and its decision trees. A tree is a list of numbers. An inner node is the
 * index of a feature, a threshold and the position of the right branch; the left branch follows. A leaf is -1 and its
 * log odds.
 */
export type Forest = { features: readonly string[]; trees: readonly (readonly number[])[] };

/** Reads a model in the form in which it is stored: each tree is a text. */
export function parseForest({ features, trees }: { features: string[]; trees: string[] }): Forest {
  return { features, trees: trees.map((tree) => tree.split(" ").map(Number)) };
}

/** The model that the product uses. `npm run bench -- fit` writes it. */
export const shippedForest = parseForest(model);

/** The probability, 0 to 1, that a block with these features is content. An absent feature has the value 0. */
export function probabilityOf(features: Readonly<Record<string, number>>, forest: Forest): number {
  const values = Float64Array.from(forest.features, (name) => features[name] ?? 0);
  let logOdds = 0;
  for (const tree of forest.trees) logOdds += leafOf(tree, values);
  return 1 / (1 + Math.exp(-logOdds));
}

function leafOf(tree: readonly number[], values: Float64Array): number {
  let at = 0;
  for (let feature = tree[0] ?? -1; feature >= 0; feature = tree[at] ?? -1)
    at = (values[feature] ?? 0) <= (tree[at + 1] ?? 0) ? at + 3 : (tree[at + 2] ?? tree.length);
  return tree[at + 1] ?? 0;
}

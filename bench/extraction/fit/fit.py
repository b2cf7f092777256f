"""Fits the model of main content: gradient-boosted trees over the features of blocks.

Usage: fit.py DIRECTORY MODEL. DIRECTORY has samples.f32 and features.json (see matrix.ts). MODEL is the file to write.
The result depends on the samples alone.
"""

import json
import sys
from pathlib import Path

import lightgbm
import numpy

TREES = 180
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.07,
    "num_leaves": 24,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 63,
    "use_missing": False,
    "seed": 1,
    "deterministic": True,
    "num_threads": 2,
    "verbose": -1,
}


def numbers(node, columns):
    """A branch as the product reads it: feature, threshold, position of the right branch; a leaf is -1 and its value."""
    if "leaf_value" in node:
        return [-1, round(node["leaf_value"], 4)]
    left = numbers(node["left_child"], columns)
    right = numbers(node["right_child"], columns)
    return [columns[node["split_feature"]], float(f"{node['threshold']:.5g}"), (left, right)]


def flat(branch, start=0):
    if len(branch) == 2:
        return branch
    left = flat(branch[2][0], start + 3)
    at = start + 3 + len(left)
    return [branch[0], branch[1], at, *left, *flat(branch[2][1], at)]


def main(directory, target):
    names = json.loads((directory / "features.json").read_text())
    rows = numpy.fromfile(directory / "samples.f32", dtype=numpy.float32).reshape(-1, len(names) + 2)
    # The order of columns must not depend on the first page.
    order = sorted(range(len(names)), key=lambda column: names[column])
    names = [names[column] for column in order]
    # Weights are shares of a page. The trees expect weights of about 1.
    data = lightgbm.Dataset(rows[:, order], rows[:, -2], weight=rows[:, -1] * 1000)
    model = lightgbm.train(PARAMETERS, data, num_boost_round=TREES)
    used = [column for column, gain in enumerate(model.feature_importance("gain")) if gain > 0]
    columns = {column: index for index, column in enumerate(used)}
    roots = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    trees = [" ".join(f"{number:.6g}" for number in flat(numbers(root, columns))) for root in roots]
    stored = {"features": [names[column] for column in used], "trees": trees}
    target.write_text(json.dumps(stored, indent=2) + "\n")
    print(f"Fitted {len(trees)} trees over {len(used)} features to {len(rows)} blocks.")


main(Path(sys.argv[1]), Path(sys.argv[2]))

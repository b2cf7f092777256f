"""The code of the client and of its tests: types, lint and format."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

tests = Path(__file__).parent
client = tests.parents[2] / "clients/python"
settings = str(client / "pyproject.toml")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["mypy", "--config-file", settings], id="types"),
        pytest.param(["ruff", "check", "--no-cache", "--config", settings], id="lint"),
        pytest.param(["ruff", "format", "--no-cache", "--check", "--config", settings], id="format"),
    ],
)
def test_is_clean(command: list[str]) -> None:
    folders = [str(client / "watchframe"), str(client / "generate"), str(tests)]
    done = subprocess.run([sys.executable, "-m", *command, *folders], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

"""The built package, installed into an empty environment."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

client = Path(__file__).parents[3] / "clients/python"


def run(*command: str, path: str = "", cwd: Path = Path("/")) -> str:
    """The output of a program with packages from PYTHONPATH. @throws AssertionError with the output if it fails."""
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as an index would get it: from the archive of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    packages = os.pathsep.join(sys.path)
    program = f"import hatchling.build; hatchling.build.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", program, cwd=client, path=packages)
    [sources] = folder.glob("*.tar.gz")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", str(folder)]
    run(sys.executable, "-m", "pip", "wheel", *options, str(sources), path=packages)
    [built] = folder.glob("*.whl")
    return built


def test_has_the_modules_with_their_types_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == "watchframe-1.0.0-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    modules = [name for name in names if name.startswith("watchframe/")]
    assert {"watchframe/py.typed", "watchframe/generated/models.py", "watchframe/langchain.py"} <= set(modules)
    assert [name for name in modules if not name.endswith((".py", "py.typed"))] == []
    licence = zipfile.ZipFile(wheel).read("watchframe-1.0.0.dist-info/licenses/LICENSE")
    assert licence == (client.parents[1] / "LICENSE").read_bytes()
    assert {name.partition("/")[0] for name in names} == {"watchframe", "watchframe-1.0.0.dist-info"}


@pytest.mark.parametrize("extra", ["", "[langchain]"])
def test_works_in_an_empty_environment(wheel: Path, tmp_path: Path, extra: str) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path))
    python = str(tmp_path / "bin/python")
    options = ["--quiet", "--no-index", "--find-links", os.environ["WHEELS"]]
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, f"{wheel}{extra}")
    imported = "watchframe.langchain" if extra else "watchframe"
    program = f"import {imported}; print(watchframe.Watchframe().keys.current().name, watchframe.__file__)"
    name, file = run(python, "-c", program).split()
    assert name == "test"
    assert Path(file).is_relative_to(tmp_path)
    if not extra:
        missing = "import importlib.util, sys; sys.exit(importlib.util.find_spec('langchain_core') is not None)"
        run(python, "-c", missing)

"""Writes the generated modules of the client: `python generate.py DOCUMENT FOLDER`.

DOCUMENT is the API's OpenAPI document as `clients/generate/pythonDocument.ts` prepares it. openapi-python-client reads
it and fills the templates of this folder. FOLDER gets `models.py` and `operations.py`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from inherit import inherit

here = Path(__file__).parent


def main(document: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        package = Path(temporary, "package")
        run("openapi_python_client", *generator_arguments(document, package))
        # The other modules serve a client and a transport of the generator, which this client does not use.
        models = inherit((package / "models/__init__.py").read_text())
        operations = (package / "api/__init__.py").read_text()
    operations = operations.replace("from ..streams", f"{import_of(models, operations)}\nfrom ..streams")
    written = {"models.py": models, "operations.py": operations}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (folder / name).write_text(text)
    paths = [str(folder / name) for name in written]
    settings = ["--config", str(here.parent / "pyproject.toml")]
    run("ruff", "check", "--quiet", "--fix", "--select", "F401,I", *settings, *paths)
    run("ruff", "format", "--quiet", *settings, *paths)


def generator_arguments(document: Path, package: Path) -> list[str]:
    return [
        "generate",
        f"--path={document}",
        f"--config={here / 'config.yaml'}",
        f"--custom-template-path={here / 'templates'}",
        "--meta=none",
        "--fail-on-warning",
        f"--output-path={package}",
    ]


def import_of(models: str, operations: str) -> str:
    """The line that imports the shapes that the operations name."""
    names = re.findall(r"^(?:class )?(\w+)(?:\(\w+\):| = (?:Literal|dict)\[)", models, re.MULTILINE)
    used = [name for name in names if re.search(rf"\b{name}\b", operations)]
    return f"from .models import {', '.join(used)}"


def run(module: str, *arguments: str) -> None:
    """Runs a module. Shows its output and ends this program if it fails."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{module} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

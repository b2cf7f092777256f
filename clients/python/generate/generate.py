"""Writes the generated modules of the client: `python generate.py DOCUMENT RESOURCES FOLDER`.

DOCUMENT is the API's OpenAPI document as `clients/generate/pythonDocument.ts` prepares it. openapi-python-client reads
it and fills the templates of this folder. RESOURCES has the methods of the client, as
`clients/generate/clientMethods.ts` finds them. FOLDER gets the modules.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from inherit import inherit
from resources import ResourceWriter

here = Path(__file__).parent


def main(document: Path, resources_file: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        package = Path(temporary, "package")
        run("openapi_python_client", *generator_arguments(document, package))
        # The other modules serve a client and a transport of the generator, which this client does not use.
        models = inherit((package / "models/__init__.py").read_text())
        operations = (package / "api/__init__.py").read_text()
    writer = ResourceWriter(models, operations)
    resources = json.loads(resources_file.read_text())
    written = {
        "models.py": models,
        "operations.py": operations,
        "resources.py": writer.resources_module(resources),
        "client.py": writer.client_module(resources, here.parent / "watchframe/resources"),
    }
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


def run(module: str, *arguments: str) -> None:
    """Runs a module. Shows its output and ends this program if it fails."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{module} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

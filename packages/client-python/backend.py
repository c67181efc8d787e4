"""
Builds the package with the standard library alone (PEP 517), so that pip needs no other package and no network for it.
The same files always give the same bytes.
"""

import base64
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
MODULE = "rank_tracker_client"


def _field(name):
    return re.search(rf'^{name} = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf8"), re.MULTILINE)[1]


def _metadata():
    fields = {
        "Metadata-Version": "2.1",
        "Name": _field("name"),
        "Version": _field("version"),
        "Summary": _field("description"),
        "Requires-Python": _field("requires-python"),
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return (head + "\n" + (ROOT / "README.md").read_text("utf8")).encode()


def _sources():
    folder = ROOT / "src" / MODULE
    return sorted(path for path in folder.iterdir() if path.suffix == ".py" or path.name == "py.typed")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"{MODULE}-{_field('version')}.dist-info"
    files = {f"{MODULE}/{path.name}": path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = _metadata()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: backend.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    name = f"{MODULE}-{_field('version')}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return name


def _record(files, own):
    lines = [f"{path},sha256={_hash(content)},{len(content)}\n" for path, content in files.items()]
    return "".join([*lines, f"{own},,\n"]).encode()


def _hash(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory, config_settings=None):
    stem = f"{MODULE}-{_field('version')}"
    files = {f"src/{MODULE}/{path.name}": path.read_bytes() for path in _sources()}
    files.update({name: (ROOT / name).read_bytes() for name in ("README.md", "backend.py", "pyproject.toml")})
    files["PKG-INFO"] = _metadata()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{stem}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    (Path(sdist_directory) / f"{stem}.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return f"{stem}.tar.gz"

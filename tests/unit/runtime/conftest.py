from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory):
    """Nothing built earlier is reused, and nothing is left behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CMLIR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Where a test's project goes."""
    return tmp_path / "project"

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))

from envelope import envelope


# prohibits: P-009
def test_never_shows_a_phone_number():
    assert "555-0100" not in envelope("Ada", "555-0100")

import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers
from paperchat.reading.decoding import decode

SIMPLIFIED = "title,abstract\n机器人,我们研究小型机器人如何在夜间给植物浇水。\n"
TRADITIONAL = "title,abstract\n機器人,我們研究小型機器人如何在夜間給植物澆水，並說明其過程。\n"
MIXED = "title,abstract\n大语言模型 LLM 的 KV 缓存,我们提出 QuantSpec，速度提升 2.5 倍（见表）。\n"
WESTERN = "title,authors\nÜber Käse,René Müller\nSeñor,José Peña\n"
QUOTED = "title,abstract\nRobots,“It’s late” – she said… and left.\n"
ENGLISH = "title,abstract\nRobots,We study a café.\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (SIMPLIFIED, "gbk"),
        (SIMPLIFIED, "gb18030"),
        (MIXED, "gbk"),
        (TRADITIONAL, "big5"),
        (WESTERN, "cp1252"),
        (WESTERN, "latin-1"),
        (QUOTED, "cp1252"),
        (ENGLISH, "latin-1"),
        *[
            (text, encoding)
            for text in (SIMPLIFIED, TRADITIONAL, WESTERN, ENGLISH)
            for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
        ],
    ],
)
def test_a_short_text_is_read_in_its_encoding(text, encoding):
    assert decode(text.encode(encoding), "list.csv")[0] == text


@pytest.mark.parametrize(
    ("text", "written", "told"),
    [
        (SIMPLIFIED, "utf-8-sig", ""),
        (SIMPLIFIED, "gbk", "gb18030"),
        (TRADITIONAL, "big5", "big5"),
        (WESTERN, "latin-1", "cp1252"),
        (WESTERN, "utf-16", "utf-16"),
        (WESTERN, "utf-16-le", "utf-16-le"),
    ],
)
def test_an_encoding_that_is_not_utf8_is_told(tmp_path, text, written, told):
    (tmp_path / "list.csv").write_bytes(text.encode(written))
    warnings = [w for w in read_papers([tmp_path / "list.csv"]).warnings if "was read as" in w]
    assert warnings == ([f"list.csv was read as {told}, since it is not UTF-8."] if told else [])


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("小さなロボットが夜に植物に水をやる方法を研究し、昼よりも夜の方が"
         "うまくいくことを発見した。", "shift_jis"),
        ("우리는 작은 로봇이 밤에 식물에 물을 주는 방법을 연구하고 낮보다 밤에 더 잘한다.",
         "euc_kr"),
        ("Мы изучаем, как роботы поливают растения ночью. Затем описывается метод, позволяющий "
         "сравнить результаты; эксперименты показывают преимущество нашего подхода.", "cp1251"),
    ],
)  # fmt: skip
def test_other_languages_are_not_taken_for_chinese_or_western(text, encoding):
    assert decode(text.encode(encoding), "list.txt")[0] == text


def test_a_damaged_byte_does_not_turn_the_whole_file_into_another_encoding():
    data = SIMPLIFIED.encode() * 20 + b"Caf\xe9\n"
    text, told = decode(data, "list.csv")
    assert text.startswith(SIMPLIFIED)
    assert told == "utf-8, of which some bytes are damaged"


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" * 9, bytes(500), b"a\x00b"]
)
def test_what_is_no_text_is_refused(data):
    with pytest.raises(ReadingError, match="is a binary file, not text"):
        decode(data, "list.txt")

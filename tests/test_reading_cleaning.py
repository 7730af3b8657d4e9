import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.reading.abstracts import clean_abstract, drop_false_start
from paperchat.reading.cleaning import clean_text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        (r"rates ($>$90\%) hold", "rates (>90%) hold"),
        (r"up to $\sim2.5\times$ faster", "up to ∼2.5× faster"),
        (r"by $\sim 1.3\times$ less", "by ∼1.3× less"),
        (r"2.63$\times$ and 2.23$\times$ on", "2.63× and 2.23× on"),
        (r"a \emph{new \textbf{kind}} of", "a new kind of"),
        (r"propose $\textbf{SpeedForm}$, a", "propose SpeedForm, a"),
        (r"model $m\_{t}$ and $x_{0,t}$", "model m_t and x_(0,t)"),
        (r"an $\ell_0$-penalty", "an ℓ_0-penalty"),
        (r"in $\tilde{O}(n^{-1/2}\log n)$ and $\tilde\Omega(1)$", "in Õ(n^(-1/2) log n) and Ω̃(1)"),
        (r"$\frac{1}{\sqrt{n}}$, $\frac1n$, $\sqrt{dK}$", "1/(√n), 1/n, √(dK)"),
        (r"$\texttt{K$^2$Net}$: a network", "K²Net: a network"),
        (r"10$^8$ tokens, $10^{-3}$, $n^2$", "10^8 tokens, 10^-3, n²"),
        (
            r"Erd\H{o}s, G\"odel, {\'e}t{\'e}, na\"{\i}ve, \O rsted",
            "Erdős, Gödel, été, naïve, Ørsted",
        ),
        (r"``good'' and `bad' and ``mixed\"", "“good” and ‘bad’ and “mixed”"),
        (r"code at \url{https://a.org/b_c}.", "code at https://a.org/b_c."),
        (r"\href{https://a.org}{our page}", "our page (https://a.org)"),
        (r"\href{https://a.org}{\textcolor{red}{https://a.org}}", "https://a.org"),
        (r"\method{} beats \FastNet on {\em all} tasks", "method beats FastNet on all tasks"),
        (r"\(k\) of \[n\] items", "k of n items"),
        (r"$5\%$ of $n$ for $3 and $4", "5% of n for $3 and $4"),
    ],
)
def test_tex_becomes_the_characters_it_means(raw, clean):
    assert clean_text(raw) == clean


@pytest.mark.parametrize(
    "text",
    [
        "50% of it and 20% of them",
        "costs $5 and $6 a day",
        "from $58k in 1990 to US$14.0 and US$21,000 later",
        "a * b, p* and (*10, *5) with CYP2D6*4/*4",
        "snake_case, _private_name, __init__ and x_1",
        "a < b, c > d, <think> and A&B",
        "when a<b and c>d, or p<p and q>r",
        "“curly” ‘quotes’ — and – dashes… stay",
        "模型（大）很好。",
        "the model's and the users' view",
    ],
)
def test_plain_prose_is_left_alone(text):
    assert clean_text(text) == text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("**RO**bust **P**olicy (**ROP**), *noise-free*", "RObust Policy (ROP), noise-free"),
        ("*how can we model this?* In", "how can we model this? In"),
        ("around *1.7 million* votes, *hyper*-active", "around 1.7 million votes, hyper-active"),
        ("_Clio_ and __Resona__, `code_x` too", "Clio and Resona, code_x too"),
        ("[**Code**](https://a.org/b_c)", "Code (https://a.org/b_c)"),
        ("[https://a.org](https://a.org)", "https://a.org"),
        ("<p>Q&amp;A &gt; 84%<br/>on CO<sub>2</sub></p>", "Q&A > 84% on CO2"),
        ("&lt;p&gt;One &amp;amp; two&lt;/p&gt;", "One &amp; two"),
        ("10<sup>8</sup> and the 5<sup>th</sup> <i>T</i><sup>*</sup>", "10^8 and the 5th T*"),
        ("<jats:p>We <jats:italic>do</jats:italic> it.</jats:p>", "We do it."),
    ],
)
def test_markdown_and_html_become_plain_text(raw, clean):
    assert clean_text(raw) == clean


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("question â\x80\x93 what", "question – what"),
        ("the worldâ€™s ﬁrst eﬀect", "the world’s first effect"),
        ("\u200b\u200bPost\u00adtraining\u2029now", "Posttraining now"),
        ("K(cid:173) Winner, Cascade\x02Correlation", "K-Winner, Cascade-Correlation"),
        ("500x\x02 longer", "500x longer"),
        ("a di\u200cfferent \u200ename\u202c", "a different name"),
        ("the modelâĂŹs âĂIJbestâĂİ âĂŞ", "the model’s “best” –"),
        (r"the model\^a\u{A}\'Zs size", "the model’s size"),
        ("diﬁerent eﬁects of difﬁcult ﬁles", "different effects of difficult files"),
        ("P ∧ ¬Q and cosÃ¬ e poi", "P ∧ ¬Q and così e poi"),
        ("a multi\x02-layer net", "a multi-layer net"),
        ("hard\n  line\tbreaks \x0c here", "hard line breaks here"),
        ("cafe\u0301", "café"),
    ],
)
def test_damaged_text_is_mended(raw, clean):
    assert clean_text(raw) == clean


def test_a_broken_off_first_start_is_dropped():
    whole = "Small robots have changed how we water plants in many large gardens. But rain is rare."
    broken = "Small robots have changed how we water plants in many ways, in particular the "
    assert clean_abstract(broken + whole) == whole


def test_a_sentence_said_twice_on_purpose_stays():
    refrain = "What you can not measure you can not improve at all. So we measure. "
    assert drop_false_start(refrain * 2) == refrain * 2


def _words(text: str) -> list[str]:
    """Runs of letters and digits, without case and compatibility forms."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKD", text).casefold())


_WORDS = st.sampled_from(
    ["we", "5", "90", "12.5", "KV-cache", "snake_case", "don't", "U.S.", "naïve", "模型", "GPT-4",
     "of", "a", "x", "n", "and", "sheep", "i.e."]
)  # fmt: skip
_MARKS = st.sampled_from(
    ["%", "$", "*", "**", "_", "\\", "'", '"', "``", "''", "`", "(", ")", "{", "}", "[", "]", ",",
     ". ", " ", "  ", "\n", "&", "<", ">", "~", "^", "\\%", "\\_", "#", "—", "“", "”"]
)  # fmt: skip


@given(st.lists(st.one_of(_WORDS, _MARKS, st.just(" "))))
def test_no_word_is_lost_or_invented_whatever_marks_surround_it(pieces):
    raw = ""
    for piece in pieces:
        # A letter right after a backslash makes a command or an accent: that is TeX, not a word.
        raw += (" " if raw.endswith("\\") and piece[:1].isalnum() else "") + piece
    clean = clean_text(raw)
    assert "".join(_words(clean)) == "".join(_words(raw))


@given(st.lists(_WORDS), st.sampled_from(["%", " * ", ", ", " $", '"', "; ", " & ", " — "]))
def test_words_between_single_marks_stay_apart(words, mark):
    text = mark.join(words)
    assert _words(clean_text(text)) == _words(text)


@given(st.text(max_size=200))
def test_cleaning_any_text_gives_folded_white_space(text):
    clean = clean_text(text)
    assert clean == " ".join(clean.split())

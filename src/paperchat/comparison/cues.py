"""The words by which a sentence of an abstract shows what it speaks of.

They are the usual words of English abstracts, whatever the field. The only names among them are
those of well-known families of models; other names are known by their shape.
"""

from __future__ import annotations

import re

from paperchat.names import PRESENTS


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


# A name with a capital or a digit behind its first letter: GSM8K, ImageNet, MS-COCO, RULER.
_NAME = r"(?:[A-Z][\w.+\-/]*[A-Z0-9][\w.+\-/]*)"
_NO_DATA = (
    r"(?!(?:LLM|VLM|MLLM|LVLM|LMM|LM|SLM|PLM|CNN|DNN|RNN|GNN|GAN|MLP|SNN|MoE|RL|RLHF|RAG|CoT|ICL|KV"
    r"|GPU|CPU|TPU|FLOP|API|AI|NLP|NLU|ML|DL|SGD|PDE|ODE|QA|VQA|MCQ|SOTA|IID|OOD|RTX|LoRA|SFT|DPO"
    r"|PPO|GRPO|ICML|ICLR|NeurIPS)s?\b|[AHV]\d00\b)"
)
"""Acronyms of methods, tasks and machines: in front of "benchmark" they name none."""

_DATA_WORD = (
    r"(?:data ?sets?|benchmarks?|corpus|corpora|leaderboards?|test ?beds?|test suites?|puzzles?"
    r"|tasks?)"
)
_COUNT = (
    r"(?:\d[\d,.]*(?: million| billion)?|(?i:two|three|four|five|six|seven|eight|nine|ten|twelve))"
)
_COUNTED = (
    r"(?:data ?sets?|benchmarks?|tasks?|votes|samples|examples|problems|questions|images|languages"
    r"|conversations|documents|pairs|domains|environments|games|scenarios|instances)"
)
# Words in front of "tasks" that say nothing of which.
_ANY = (
    r"(?:various|varied|diverse|multiple|several|many|different|downstream|challenging|wide|range"
    r"|of|real[- ]world|extensive|standard|all|these|those|both|the|a|an|our|other|such|numerous"
    r"|complex|common|practical|individual|new|novel|unseen|large[- ]scale|set|variety|on|in|across"
    r"|over|and|to|with|for)"
)
DATA = re.compile(
    rf"\b(?i:{_DATA_WORD}|data)\b[^.;]{{0,25}}?"
    r"(?i:\b(?:such as|including|e\.g\.|namely|called|like)|:|\((?=[A-Z]))"
    rf"|{_NO_DATA}{_NAME}(?:['’]s)?[ \-](?:[\w\-]+ ){{0,2}}?"
    rf"(?i:{_DATA_WORD}|data|test|suite|arena)\b"
    rf"|\b[A-Z][a-z]+['’]s (?:\w+ )?(?i:{_DATA_WORD})\b"
    rf"|\b{_COUNT} (?:[\w\-]+ ){{0,4}}?(?i:{_COUNTED})\b"
    r"|(?i:\b(?:evaluat|experiment|validat|test)\w*\b[^.;]{0,60}?\b(?:on|across|in|over)\b"
    rf"(?: {_ANY})* (?!{_ANY}\b|benchmark|data)[\w\-]+ (?:[\w\-]+ ){{0,2}}?"
    r"(?:tasks?|environments?|games|data ?sets?|benchmarks?|data)\b)"
)
"""Data by name, number, list or kind: "three QA datasets", "tasks including sorting"."""

DATA_NAMED = re.compile(
    r"(?i:\b(?:on|across|over)\b[ (]+(?:the |both |our )?(?:\w+[- ]){0,2}?)"
    rf"{_NO_DATA}{_NAME}(?![\w\-]*[- ](?:GPUs?|models?\b|LLMs?|inference))"
    rf"|\((?:e\.g\.,? )?{_NO_DATA}{_NAME}(?:,? (?:and )?{_NO_DATA}{_NAME})+\)"
)
"""A name after "on", or several in brackets: where results are told, those of data."""

DATA_CUES = _any_of(
    r"\b(?:experiment|evaluat|validat|test|trained|assess|conduct)\w*",
    rf"\b{_DATA_WORD}\b",
    r"\b(?:on|across|over) (?:\w+ ){0,3}(?:data ?sets?|benchmarks?|tasks?)\b",
    r"\b(?:such as|including|e\.g\.)",
)

_FAMILY = (
    r"(?:Chat)?GPT(?:-?\d[\w.\-]*|-?Neo\w*|-J|s\b)?|Llama|LLaMA|LLAMA|Mistral|Mixtral|Gemma|Gemini"
    r"|Claude|Qwen|QwQ|DeepSeek|Phi-?\d|OPT-[\d.]+[BM]|BLOOMZ?|Pythia|Falcon|Vicuna|Alpaca|BERT"
    r"|RoBERTa|DistilBERT|ALBERT|DeBERTa|ELECTRA|XLNet|ELMo|BART|(?:Flan-|m)?T5|ViTs?|CLIP|SigLIP"
    r"|DINO(?:v2)?|ResNets?|VGG|DenseNet|EfficientNet|MobileNet|AlexNet|Inception|LLaVA"
    r"|Stable Diffusion|SDXL|FLUX|DALL-?E|Mamba|RWKV|GLM|InternVL|InternLM|Baichuan|PaLM|Whisper"
    r"|wav2vec|Codex|StarCoder\w*|o[134](?:-mini|-preview)?|Grok|Kimi|OLMo|SmolLM|MiniCPM"
    r"|AlphaFold\d?|AlphaZero|AlphaGo|MuZero|ESM-?\d"
)
_SIZED = r"\b[A-Z][A-Za-z]+[\w.]*(?:[- ]?[\d.]+)?[- ]\d+(?:\.\d+)?[BM]\b(?:-\w+)*"
_SIZE = (
    r"\b\d+(?:\.\d+)?[- ]?(?:[BMT]|billion|million)\b"
    r"(?:[- ]?(?:scale|sized?|parameters?|params?)\b)?"
)
_MODEL_WORD = (
    r"(?:models?|LLMs?|LMs?|VLMs?|MLLMs?|transformers?|networks?|backbones?|architectures?)"
)
MODELS = re.compile(
    rf"{_SIZED}|(?<![\w\-])(?:{_FAMILY})(?![a-z])"
    rf"|{_SIZE}[- ](?:\w+[- ]){{0,3}}{_MODEL_WORD}\b"
    rf"|\b{_MODEL_WORD}\b[^.;]{{0,40}}?\(?\b\d+(?:\.\d+)?[BM]\b"
    rf"|\b{_MODEL_WORD}[ ,(]{{1,3}}(?:such as|like|including|e\.g\.,?|namely) (?:the )?{_NAME}"
    r"|\b\d+ (?:[\w\-]+ ){1,3}(?:LLMs|VLMs|MLLMs|language models|open-weight models)\b"
)
"""Models by name, by size, or so many of a kind."""

MODEL_CUES = _any_of(
    r"\b(?:experiment|evaluat|validat|test|appl|train|fine-?tun|on|across|using|with)\w*",
    rf"\b{_MODEL_WORD}\b",
    r"\b(?:such as|including|e\.g\.|like)",
)

_MEASURED = re.compile(
    r"\d ?(?:%|×|x\b|X\b|times\b|[- ]?folds?\b|points?\b|percent|pp\b|ms\b|seconds?\b|hours?\b"
    r"|[GMT]B\b|orders? of)|\b\d+\.\d+\b|\b\d+/\d+\b|\bO\(|\b\d{1,3}(?:,\d{3})+\b"
    r"|\b(?:twice|half|halves|doubl\w+|tripl\w+|hundreds|thousands"
    r"|(?:two|three|four|five|ten) times|orders? of magnitude)\b"
)


def is_measured(text: str) -> bool:
    """Whether a text has a measured number; sizes and versions in names of models are none."""
    return _MEASURED.search(MODELS.sub("", text)) is not None


RESULT = _any_of(
    r"\b(?:outperform|surpass|exceed|beat|match)\w*",
    r"\b(?:achiev|attain|reach|yield|deliver|obtain)\w*",
    r"\b(?:improv|reduc|increas|decreas|accelerat|boost|enhanc|lower|rais|gain|sav|speed|halv|doubl"
    r"|fall)\w*\b",
    r"\b(?:experiment|result|evaluat|finding|empirical)\w*",
    r"\b(?:demonstrat|show|find|found|reveal|observ|confirm|prov|establish|identif|report)\w*",
    r"\bstate[- ]of[- ]the[- ]art\b|\bcompared (?:to|with)\b|\bbaselines?\b|\bcompetitive\b",
    r"\b(?:accura|perplexity|throughput|latency|F1|success rate|performance)\w*",
)
TELLS_RESULT = _any_of(
    r"\b(?:experiments?|results?|findings?|outperforms?|state[- ]of[- ]the[- ]art|achieves?)\b"
)
"""What a sentence on the method lacks."""

PROBLEM = _any_of(
    r"\b(?:however|while|although|though|despite|yet|but|unfortunately|nevertheless)\b",
    r"\b(?:challeng|bottleneck|struggl|suffer|limit|fail|hinder|hamper|prohibit|imped)\w*",
    r"\b(?:problem|issue|difficult|hard to|gap|lack|scarc|costly|expensive|overhead)\w*",
    r"\b(?:ineffic|insufficien|inadequa|suboptimal|unclear|poorly|underexplored|unexplored)\w*",
    r"\b(?:risk|concern|vulnerab|threat|hallucinat|bias|overlook|neglect|remain|little|incorrect"
    r"|inconsisten|unreliable|incur|degrad|demand|slow|leak|drift|break)\w*",
)

METHOD = _any_of(
    PRESENTS.pattern,
    r"\b(?:by|via|through) (?:\w+ )?\w+ing\b|\b(?:which|that) \w+s\b",
    r"\b(?:using|uses?|leverag\w+|employ\w*|utili[sz]\w+|combin\w+|integrat\w+|exploit\w+)\b",
    r"\b(?:first|second|then|finally|specifically|in particular|key (?:idea|insight))\b",
    r"\b(?:method|approach|framework|algorithm|strategy|technique|mechanism|component|module"
    r"|architecture|pipeline|procedure|model|test|theory|analysis)s?\b",
    r"\b(?:novel|new|simple)\b",
)

_HOST = (
    r"(?:github|gitlab|bitbucket|huggingface|hf\.co|4open\.science|zenodo|sourceforge)\.?[\w./\-]*"
)
CODE = _any_of(
    rf"https?://\S*{_HOST}|\b{_HOST}/\S+|\bon github\b",
    r"\b(?:code ?base|codes?|implementations?|repositor(?:y|ies)|software|toolkit|library|weights"
    r"|checkpoints|models?|project page)\b[^.;]{0,60}?\b(?:(?:is|are|be|publicly|freely|made"
    r"|have been) (?:\w+ ){0,3}?(?:available|released|public|open[- ]?sourced?)"
    r"|available (?:at|on|here|in|from|via)|can be found|found at|at https?:)",
    r"\bwe (?:\w+ly |will |also |have |further )*"
    r"(?:release|open[- ]?source|publish|share|provide)d?\b[^.;]{0,80}\b(?:codes?|code ?base"
    r"|implementations?|weights|checkpoints|models?|software|librar\w+|toolkits?"
    r"|open[- ]?source\w*|publicly|https?:)",
    r"\bmak(?:e|ing) (?:[\w\-,]+ ){1,8}(?:publicly |freely |openly )?(?:available|public)\b",
    r"\b(?:is|are|as|be|been) (?:\w+ly )?open[- ]?sourced?\b(?! (?:LLM|VLM|model|language|large))",
)
"""Code, or a model's weights, can be had."""

SPEED = _any_of(
    r"\b(?:speed|fast|accelerat|latenc|throughput|quick|slow)\w*\b",
    r"\b(?:inference|training|running|wall[- ]clock|decoding) time\b|\bruntimes?\b",
    r"\b(?:tokens|samples|queries) (?:per|/) ?s(?:econd)?\b|\bin real[- ]time\b",
)
MEMORY = _any_of(
    r"\bmemory\b(?! (?:bank|module|network))|\bfootprint\b|\bstorage\b",
    r"\b\d+(?:\.\d+)? ?[GM]B\b|\bVRAM\b|\bcompress\w*\b",
)
QUALITY = _any_of(
    r"\b(?:accura|perplexit|precision|recall|BLEU|ROUGE|F1|AUC|FID|pass@)\w*",
    r"\b(?:performance|quality|error rates?|success rate|scores?)\b",
    r"\b(?:outperform|surpass)\w*",
)
COST = _any_of(
    r"\b(?:cost|expens|cheap|budget|overhead|FLOP|econom)\w*\b",
    r"\bcomput(?:e|ation|ational)\b|\bGPU[- ]hours?\b|\bcommunication\b|\btrainable parameters\b",
    r"\befficien\w*\b",
)
LIMITS = _any_of(
    r"\b(?:limitation|fail|drawback|shortcoming|weakness|caveat)\w*",
    r"\b(?:however|but|although|though|still|only when|except)\b",
    r"\b(?:not|cannot|no longer|degrad\w+|assum\w+)\b",
)

"""What a model was told of words when it learned: a fingerprint of the attributes, kept beside the model.

A model reads only what it has met: where an attribute that has a weight is said no longer, or of other words, it must learn again;
what is new to it changes nothing. So the fingerprint is of the attributes with a weight, on invented references that use all kinds
of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from citekit.extraction.attributes import attributes
from citekit.extraction.crf import Chain
from citekit.extraction.items import Section
from citekit.extraction.labeller import Labelled
from citekit.extraction.lexer import cut
from citekit.extraction.pipeline import line_item
from citekit.extraction.type_signs import signs

EXAMPLES = (
    "Brandt, A., & Okafor, B. C. (2019). How lanterns drift. In D. Lindqvist & E. Ito (Eds.), Handbook of lanterns (2nd ed., pp. 55–80). Pebble Press. https://doi.org/10.1000/lantern.12",
    'A. Brandt and B. Okafor, "Measures of tides," IEEE Trans. Lantern Sci., vol. 12, no. 3, pp. 1215-18, Mar. 2019, doi: 10.1000/tide.7.',
    "van der Berg D. Caches under pressure [dissertation]. Oslo: University of Oslo; 2003.",
    "Nowak, Carla, « Les marées », Revue des lanternes, t. 4, n° 2, 1998, p. 12-34, ici p. 13.",
    "Lindqvist, Dora (Hrsg.): Gezeiten und Laternen. 3. Aufl. Berlin / New York: Kiesel Verlag, 1987 (Studien zur Laterne; 12).",
    "王伟, 李芳. 灯笼研究[J]. 灯笼学报, 2015, 12(3): 45-50.",
    "Иванова А. Б. Приливы и фонари // Вестник фонарей. 2011. Т. 4, № 2. С. 12–19.",
    "Lantern Institute. Technical Report TR-2019-07, Final report on large caches. Zürich, 2019. Accessed 3 May 2020. https://www.example.org/lanterns",
    "Ibid., vol. II, p. 45; cf. Brandt et al., ‘Old lanterns’, trans. by E. Ito (London, 1901 [1875]).",
    "SMITH J. A., DOE R. Tides and “lanterns” in the U.S.A. // J. Lantern Phys. B 7: 101–9 (1999) [arXiv:1905.01234]",
)
_LABELS = ("BAF", "IAG", "B-T", "I-T", "O", "B-C", "I-C", "B-V", "B-PG", "B-P", "B-Y")


def of(name: str, model: bytes) -> str:
    """The fingerprint that belongs to a model: ``line``, ``document`` or ``type``."""
    known = Chain.of(model).states.keys()
    told = [
        [[one for one in word if one in known] for word in item] for item in (_signs() if name == "type" else _words())
    ]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()[:16]


def _words() -> Iterator[list[list[str]]]:
    """What the labellers are told of each word."""
    for text in EXAMPLES:
        yield attributes(cut(line_item(text, 0, Section(())).text), {"lanterns"})


def _signs() -> Iterator[list[list[str]]]:
    """What the model of types is told of each reference."""
    for text in EXAMPLES:
        words = cut(line_item(text, 0, Section(())).text)
        labels = [_LABELS[min(n, len(_LABELS) - 1)] for n in range(len(words))]
        yield [sorted(set(signs(Labelled(words, labels, [1.0] * len(words)), "book")))]

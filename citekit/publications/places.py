"""What stands beside venues: the countries, states and cities where conferences meet, and publishers."""

from __future__ import annotations

from functools import lru_cache

from citekit import patterns as re
from citekit.text.place_names import PLACES

_STATE = re.compile(
    r"A[KLRZ]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKNR]|PA|QC|RI|S[CD]|T[NX]|U[KST]|USA|V[AT]|W[AIVY]|NSW|D\.C\.|U\.S\.A?\.|U\.K\.|P\.R\."
)
_FILLER = re.compile(
    r"\b(?:the|of|and|republic|united|states|kingdom|south|north|new|zealand|arab|emirates|city|people's|virtual|event|online|conference|meeting|held|in|near|saudi|arabia|costa|rica|sri|lanka|el|la|puerto)\b"
)
_PIECES = re.compile(r"[,()/;]")


@lru_cache(maxsize=16384)
def place_share(text: str) -> float:
    """How much of a phrase is the name of a place (0..1): "Lisbon (Portugal)" 1.0, "San Jose, CA" 1.0, "Deep Learning" 0."""
    pieces = [p.strip() for p in _PIECES.split(text) if p.strip()]
    if not pieces or len(text) > 80:
        return 0.0
    hit = 0.0
    for piece in pieces:
        folded = piece.casefold().strip(".")
        rest = _FILLER.sub(" ", folded).split()
        if (
            folded in PLACES
            or _STATE.fullmatch(piece)
            or (not rest and len(pieces) > 1)
            or (rest and " ".join(rest) in PLACES)
        ):
            hit += 1
        elif len(rest) == 2 and (rest[1] in PLACES or rest[0] in PLACES) and piece[:1].isupper():
            hit += 0.4
    return hit / len(pieces)


_PUBLISHERS = re.compile(
    r"\b(?:springer|elsevier|wiley|press|presses|ieee|acm|usenix|taylor\s?(?:&|and)\s?francis|routledge|sage|verlag\w*|verlagsbuchhandlung|publish\w*|mdpi|aaai|"
    r"association for computing machinery|birkh[äa]user|(?:de )?gruyter|kluwer|north[- ]holland|world scientific|pmlr|schloss dagstuhl|curran|editora|editrice|"
    r"editore|[ée]ditions?|editorial|hogrefe|hanser|vieweg|teubner|mcgraw|pearson|o'reilly|crc|iop|ios|siam|ams|emerald|igi|nova|brill|methuen|dover|blackwell|"
    r"penguin|addison|norton|macmillan|palgrave|harper\w*|random house|knopf|houghton|prentice|academic press|pergamon|plenum|dekker|gallimard|seuil|puf|puk|"
    r"suhrkamp|fischer|mohr|beck|reclam|laterza|mondadori|einaudi|mulino|collier|ashgate|polity|verso|duckworth|faber|heinemann|longman|unwin|elgar|"
    r"nijhoff|reidel|benjamins|mouton|cassell|continuum|bloomsbury|basic books|books?|vintage|dutton|scribner\w*|viking|little,? brown|schuster|doubleday|"
    r"erlbaum|wadsworth|brooks/cole|bartlett|mosby|saunders|lippincott|wilkins|karger|thieme|masson|dunod|hachette|larousse|colin|vrin|champion|droz|morgan\s?kaufmann|"
    r"freeman|benjamin/cummings|interscience|chapman|artech|cengage|houghton|mit|cambridge university|oxford university|clarendon|luchterhand|"
    r"klostermann|steiner|harrassowitz|aschendorff|vandenhoeck|kohlhammer|herder|nomos|metzler|olms|karolinum|pwn|ossolineum|nauka|"
    r"editores|siglo|alianza|tecnos|ariel|gredos|sudamericana|ltd|inc|gmbh|co)\b"
)
"""Publishers in small letters."""
_SPONSORED = re.compile(
    r"(?:ACM|IEEE|USENIX|AAAI|SIAM|AMS|IOP|IOS)(?:/[A-Z]+)?\s+(?!Press|Publi|Computer Society|Digital Library|New York|Inc)[A-Z]"
)
VENUE_NOUNS = "journal|transactions|proceedings|conference|letters|review|magazine|annals|symposium|workshop"
"""What containers call themselves, as a pattern; a publisher's name has none of these words."""
_NOT_A_PUBLISHER = re.compile(rf"\b(?:{VENUE_NOUNS})\b", re.IGNORECASE)
_HOUSE = re.compile(r"press|verlag|publi|editor|éditions|books|universi|academi", re.IGNORECASE)
_PHRASE = re.compile(r"\s(?:of|on|in|for|für|zu|and the)\s")
"""What a phrase has that only happens to hold a publisher's name: "Continuum Models of Discrete Systems"."""


@lru_cache(maxsize=16384)
def is_publisher(text: str) -> bool:
    """Whether a phrase reads like a publisher's name."""
    if _SPONSORED.match(text):
        return False  # "ACM Student Research Competition"
    words = len(text.split())
    if words > 8 or _PUBLISHERS.search(text.lower()) is None or _NOT_A_PUBLISHER.search(text):
        return False
    return words < 4 or _HOUSE.search(text) is not None or not _PHRASE.search(text)

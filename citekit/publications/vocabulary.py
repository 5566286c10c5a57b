"""Plain words: those of a list, and those that a document itself writes in small letters."""

from __future__ import annotations

from collections.abc import Iterable

from citekit import patterns as re

ADDRESS = re.compile(r"(?<!\S)\S*[@/]\S+|(?<!\S)\S+\.(?:com|org|net|edu|io|de|uk|fr|cn)\b\S*")
"""Addresses spell names in lower case."""
WORD = re.compile(r"[^\W\d_]{3,}")

PLAIN_WORDS = frozenset(
    """a about accelerated accelerating accurate acoustic active adaptive advanced advances adversarial aerial
    against agent agents aided algorithm algorithmic algorithms alternative analysis analytic analyzing and
    android application applications applied approach approaches approximate approximation architecture
    architectures artificial aspects assessing assessment asymptotic asynchronous at attack attacks attention
    augmented automated automatic autonomous aware based bayesian behavior behaviour benchmark benchmarking     beyond big binary biological blockchain book brain brief bridging building by calculus cancer carbon case
    causal cell cells challenges characterization characterizing chemical chemistry class classical classification
    climate cloud clustering code coding cognitive collaborative combinatorial combining communication community
    comparative comparing comparison complex complexity composite compression computation computational compute
    computer computing concept concepts conditions constrained construction content context continuous contrastive
    control convergence convex convolutional coupled critique cross cultural current data database databases
    dataset datasets decentralized decision decoding deep defense demystifying density dependent design designing
    detecting detection determination developing development developments device devices diagnosis differential
    diffusion digital dimension dimensional direct discovery discrete distributed diverse does domain driven dual
    dynamic dynamical dynamics early ecological economic economics edge editorial education effect effective
    effects efficiency efficient efficiently electric electrical electronic elements embedded embedding emerging
    empirical enabling end energy engineering enhanced enhancing environment environmental equation equations
    error estimating estimation ethical evaluating evaluation event evidence evolution evolutionary examining
    experimental experiments explainable explaining exploiting exploration exploratory exploring expression
    extended extending extension extraction face factors fair fairness fast faster feature features federated few
    fine finite flow fluid for force formal foundation foundations fourier framework from function
    functional functions fundamental further fusion fuzzy game games gaussian gender gene general generalized
    generating generation generative genetic genome geometric geometry global good gradient graph graphical graphs
    group groups growth guide guided handbook hardware health heterogeneous heuristic hierarchical high higher
    history homogeneous hopf how human hybrid hyper hypothesis identification identifying image images imaging
    impact implementation implications implicit improve improved improving in incremental inference influence
    information integrated integrating integration intelligence intelligent interaction interactions interactive
    interface internet interpretable introduction invariant inverse investigating investigation is issues
    iterative joint kernel key knowledge language languages large laser latent layer learned learning lectures
    less leveraging light linear linguistic linking local low machine magnetic making management mapping
    market markov materials mathematical mathematics matrix mean measurement measurements measuring mechanical
    mechanics mechanism mechanisms media medical memory mental meta method methodology methods metric micro
    minimal mining mixed mobile model modeling modelling models modern modular molecular monitoring monte more
    motion moving multi multiple multimodal multilingual music mutual named nano natural near network networks
    neural new news next node noise noisy non nonlinear note notes novel number numerical object objects
    observation observations observed of old on one online ontology open optical optimal optimization optimized
    optimizing order organic orthogonal other outlier over overview parallel parameter parametric part partial
    particle patient patients pattern patterns performance perspective perspectives physical physics planning
    plasma point policies policy political polynomial population position positive post potential practical
    practice predicting prediction predictive preliminary preserving principles privacy probabilistic probability
    problem problems process processes processing product production program programming programs progress
    properties property protein protocol proximal public quality quantifying quantitative quantum query question
    questions random randomized rapid rate rational reaction real reasoning recent recognition reconstruction
    recurrent reducing reduction regional regression regularized reinforcement relation relational relationship
    relative reliable remote representation representations representing research resolution resource response
    retrieval rethinking revealing review revisited revisiting risk road robot robotic robots robust robustness
    role rule rules safe safety sample sampling satellite scalable scale scheduling science scientific search
    secure security segmentation selected selection self semantic semantics semi sensing sensitive sensitivity
    sensor sensors sequence sequential series set shape signal similarity simple simulation simulations
    single small smart social society software solution solutions solving some space sparse spatial spatio special
    spectral spectroscopy speech speed stability stable state static statistical statistics stochastic strategies
    strategy stream structural structure structured structures student studies study studying style sub supervised
    support surface survey sustainable symbolic symmetric synthesis synthetic system systematic systems task tasks
    technical technique techniques technologies technology temporal tensor test testing text the theorem
    theoretical theories theory thermal three throughput time to topics topological toward towards tracking
    traffic training transfer transform transformation transformer transformers transition transport trees trends
    trust tutorial two type uncertainty under understanding unified uniform universal unsupervised urban use user
    users using validation value variable variation variational vehicle vehicles verification verified via video
    virtual vision visual visualization wave weak weakly web what when where which wireless with without word
    words work workshop world zero student university institute department conference proceedings journal
    international annual symposium transactions letters press report thesis curriculum vitae vitæ resume homepage
    home page contact poster paper invited keynote award talk preprint manuscript submitted accepted forthcoming
    editor editors chapter volume association society academy laboratory school college center centre national
    american european asian chinese french german japanese""".split()
)
"""Words that begin titles and venues far more often than names; a hand-made list, weaker than the document's own evidence."""


def lower_words(texts: Iterable[str]) -> frozenset[str]:
    """The words that stand in small letters somewhere in the texts, so that their capitalised forms are plain words.

    Addresses spell names in small letters, and do not count: ``lower_words(["by the sea, me@home.org"])`` has "the" and
    "sea".
    """
    found: set[str] = set()
    for text in texts:
        shown = ADDRESS.sub(" ", text) if "@" in text or "/" in text else text
        found.update(word for word in WORD.findall(shown) if word.islower())
    return frozenset(found)

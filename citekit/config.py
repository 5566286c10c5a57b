"""The settings of every verb: one frozen dataclass each, whose fields are the command line's options."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConvertSettings:
    """How documents are read into works.

    ``owner`` is the name of the person whose list it is (found in the document where empty); ``shape`` is the layout of
    the list in one line, such as ``**authors** . title . *venue* , year`` (voted on where empty). ``each_line`` makes
    one entry of every non-empty line. ``strict`` says that doubtful entries count as findings. ``format`` is the name of
    the input's format (found out where empty). ``key_template`` is how citation keys are made.
    """

    owner: str = ""
    shape: str = ""
    each_line: bool = False
    strict: bool = False
    format: str = ""
    key_template: str = "[auth][year][word]"

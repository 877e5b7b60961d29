"""The languages in which charts, reports, explorers and the sentences of ``ttr`` can be written.

English stands in the modules of words of each room. Every other language is one file beside this one, ``pl.po``:
a gettext catalogue whose keys are the English texts. It lies in this room because maps describe moves in words, too.
"""

from ttr_analysis.maps.languages.catalogue import ENGLISH, available_languages
from ttr_analysis.maps.languages.speech import language, say, separators, speaking, use, words_of, written

__all__ = ["ENGLISH", "available_languages", "language", "say", "separators", "speaking", "use", "words_of", "written"]

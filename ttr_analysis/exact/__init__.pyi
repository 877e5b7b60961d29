from ttr_analysis.exact import odds as odds
from ttr_analysis.exact import optimum as optimum
from ttr_analysis.exact import paths as paths
from ttr_analysis.exact import supply as supply

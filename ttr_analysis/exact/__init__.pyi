from ttr_analysis.exact import odds as odds
from ttr_analysis.exact import optimum as optimum
from ttr_analysis.exact import paths as paths
from ttr_analysis.exact import supply as supply
from ttr_analysis.exact.distributions import distributions as distributions
from ttr_analysis.exact.regions import corridors as corridors
from ttr_analysis.exact.regions import points_by_region as points_by_region
from ttr_analysis.exact.regions import quarters as quarters

"""Every rule set by its name."""

from ttr_analysis.rules.europe import EUROPE
from ttr_analysis.rules.first_journey import FIRST_JOURNEY
from ttr_analysis.rules.india import INDIA
from ttr_analysis.rules.nordic import NORDIC
from ttr_analysis.rules.rails_sails import GREAT_LAKES, WORLD
from ttr_analysis.rules.switzerland import SWITZERLAND
from ttr_analysis.rules.usa import USA

RULE_SETS = {
    rules.name: rules for rules in (USA, EUROPE, FIRST_JOURNEY, WORLD, GREAT_LAKES, INDIA, NORDIC, SWITZERLAND)
}
"""Every rule set by its name."""

"""Every rule set by its name."""

from ttr_analysis.rules import europe, first_journey, india, nordic, rails_sails, switzerland, usa

_PRINTED = (
    usa.USA,
    europe.EUROPE,
    first_journey.FIRST_JOURNEY,
    rails_sails.WORLD,
    rails_sails.GREAT_LAKES,
    india.INDIA,
    nordic.NORDIC,
    switzerland.SWITZERLAND,
)

RULE_SETS = {rules.name: rules for rules in _PRINTED}
"""Every rule set by its name."""

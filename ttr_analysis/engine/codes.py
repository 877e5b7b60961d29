"""The enumerations as plain integers, which are the fastest for compiled code to compare."""

from typing import Final

from ttr_analysis.maps.actions import ActionKind, Decision
from ttr_analysis.maps.events import EndReason, EventKind

DRAW_MARKET: Final = int(ActionKind.DRAW_MARKET)
DRAW_BLIND: Final = int(ActionKind.DRAW_BLIND)
CLAIM: Final = int(ActionKind.CLAIM)
DRAW_TICKETS: Final = int(ActionKind.DRAW_TICKETS)
BUILD_STATION: Final = int(ActionKind.BUILD_STATION)
BUILD_HARBOUR: Final = int(ActionKind.BUILD_HARBOUR)
EXCHANGE_PIECES: Final = int(ActionKind.EXCHANGE_PIECES)
EXCHANGE_TICKETS: Final = int(ActionKind.EXCHANGE_TICKETS)
KEEP_TICKETS: Final = int(ActionKind.KEEP_TICKETS)
CHOOSE_PIECES: Final = int(ActionKind.CHOOSE_PIECES)
REFILL: Final = int(ActionKind.REFILL)
PAY_TUNNEL: Final = int(ActionKind.PAY_TUNNEL)
DECLINE_TUNNEL: Final = int(ActionKind.DECLINE_TUNNEL)
PASS: Final = int(ActionKind.PASS)

AT_KEEP: Final = int(Decision.KEEP_TICKETS)
AT_PIECES: Final = int(Decision.CHOOSE_PIECES)
AT_TURN: Final = int(Decision.TURN)
AT_SECOND: Final = int(Decision.SECOND_CARD)
AT_REFILL: Final = int(Decision.REFILL)
AT_TUNNEL: Final = int(Decision.TUNNEL)

CARD_DEALT: Final = int(EventKind.CARD_DEALT)
MARKET_CARD: Final = int(EventKind.MARKET_CARD)
MARKET_CLEARED: Final = int(EventKind.MARKET_CLEARED)
DECK_REBUILT: Final = int(EventKind.DECK_REBUILT)
TICKET_OFFERED: Final = int(EventKind.TICKET_OFFERED)
TUNNEL_CARD: Final = int(EventKind.TUNNEL_CARD)
TUNNEL_FREE: Final = int(EventKind.TUNNEL_FREE)
TICKET_COMPLETED: Final = int(EventKind.TICKET_COMPLETED)
TICKET_REPLACED: Final = int(EventKind.TICKET_REPLACED)
BONUS_TICKET: Final = int(EventKind.BONUS_TICKET)
TICKETS_REBUILT: Final = int(EventKind.TICKETS_REBUILT)
PIECES_REVEALED: Final = int(EventKind.PIECES_REVEALED)
LAST_ROUND: Final = int(EventKind.LAST_ROUND)
GAME_OVER: Final = int(EventKind.GAME_OVER)
FINAL_SCORE: Final = int(EventKind.FINAL_SCORE)
LONGEST_TRAIL: Final = int(EventKind.LONGEST_TRAIL)

END_PIECES: Final = int(EndReason.PIECES)
END_GOAL: Final = int(EndReason.GOAL)
END_PASSES: Final = int(EndReason.PASSES)
END_STANDSTILL: Final = int(EndReason.STANDSTILL)
END_SCORE: Final = int(EndReason.SCORE)

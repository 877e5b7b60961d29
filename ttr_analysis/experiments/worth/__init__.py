"""What things are worth: measured by changing them for one player, not by who had them."""

"""The board as a picture: map, shapes, legend, heat maps, layout."""

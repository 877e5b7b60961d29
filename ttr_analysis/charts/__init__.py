"""Functions that turn tables into plotly figures; none of them reads files, simulates or displays."""

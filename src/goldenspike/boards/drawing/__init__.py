"""Drawing boards: the layout of a picture, and the picture as SVG."""

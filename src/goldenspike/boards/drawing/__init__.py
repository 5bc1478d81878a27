"""Drawing boards: where everything lies in the picture, and the picture as SVG."""

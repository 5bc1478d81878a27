"""HTTP and WebSockets: limits, routes, and open connections."""

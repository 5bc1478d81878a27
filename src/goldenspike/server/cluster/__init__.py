"""Several server processes on one database: news, leases and presence."""

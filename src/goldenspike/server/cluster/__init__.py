"""Several server processes on one database: notifications, leases and presence."""

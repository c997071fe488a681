"""The log on several nodes: one order made by NATS JetStream, a verified copy on every node."""

"""The numpy meaning of every op of every stage."""

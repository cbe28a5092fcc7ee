"""`cmlir`: quantize, compile, run, profile and report on the command line."""

"""The passes, one a file, named as on the command line."""

"""From torch.export programs to IR."""

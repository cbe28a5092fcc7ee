"""Models that the tests of the command line name."""

import torch
from torch import nn

CALIBRATION_SAMPLES = 4


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = nn.Linear(16, 4)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def make():
    torch.manual_seed(0)
    return Net(), [(torch.randn(1, 8),) for _ in range(CALIBRATION_SAMPLES)]


def make_alone():
    return make()[0]


def make_with_example():
    return Net(), (torch.ones(1, 8),)


def needs_width(width):
    return nn.Linear(width, width)


def makes_text():
    return "a model"


def makes_text_samples():
    return Net(), 3


def fails():
    raise ValueError("no weights here\nsecond line")

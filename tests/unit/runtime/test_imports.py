"""The runtime stands alone."""

import subprocess
import sys


def test_without_torch():
    program = "import sys, cmlir.runtime, cmlir.tools.fvp; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)

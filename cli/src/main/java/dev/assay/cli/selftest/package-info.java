/** Plants faults of known size in the in-memory system and in the harness, and looks whether the verdict and the figures show them. */
@NullMarked
package dev.assay.cli.selftest;

import org.jspecify.annotations.NullMarked;

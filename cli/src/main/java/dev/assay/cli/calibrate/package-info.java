/** Measures what this machine and the harness on it do by themselves, and keeps it. */
@NullMarked
package dev.assay.cli.calibrate;

import org.jspecify.annotations.NullMarked;

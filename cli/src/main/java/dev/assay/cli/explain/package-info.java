/** Runs that explain another one: the scenario of one of its trials, in which one limit is moved at a time. */
@NullMarked
package dev.assay.cli.explain;

import org.jspecify.annotations.NullMarked;

/** What a person sees while a run goes on. */
@NullMarked
package dev.assay.cli.terminal;

import org.jspecify.annotations.NullMarked;

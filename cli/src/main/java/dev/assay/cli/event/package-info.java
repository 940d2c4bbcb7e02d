/** What happens in a run, as lines of JSON for programs. */
@NullMarked
package dev.assay.cli.event;

import org.jspecify.annotations.NullMarked;

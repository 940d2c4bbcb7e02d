/** The run: from the plan to the verdict, trial by trial. */
@NullMarked
package dev.assay.cli.run;

import org.jspecify.annotations.NullMarked;

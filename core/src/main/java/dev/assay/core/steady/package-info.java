/** Whether, and since when, figures at equal distances are those of a steady state. Pure. */
@NullMarked
package dev.assay.core.steady;

import org.jspecify.annotations.NullMarked;

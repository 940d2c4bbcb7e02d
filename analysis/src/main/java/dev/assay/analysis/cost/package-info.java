/** What a load took of machines, by message. */
@NullMarked
package dev.assay.analysis.cost;

import org.jspecify.annotations.NullMarked;

/** Tests of the reports, and the runs that they show. */
@NullMarked
package dev.assay.report;

import org.jspecify.annotations.NullMarked;

/** Verifications of durability: from the plan to the verdict, cluster by cluster. */
@NullMarked
package dev.assay.cli.verify;

import org.jspecify.annotations.NullMarked;

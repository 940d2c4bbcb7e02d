/** How commands end: exit codes, and failures that carry one. */
@NullMarked
package dev.assay.cli.exit;

import org.jspecify.annotations.NullMarked;

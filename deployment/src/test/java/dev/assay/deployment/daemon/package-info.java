/** Running clusters under test. */
@NullMarked
package dev.assay.deployment.daemon;

import org.jspecify.annotations.NullMarked;
